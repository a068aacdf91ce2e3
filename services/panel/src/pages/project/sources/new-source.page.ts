import { createHash, randomUUID } from 'node:crypto'
import { fault } from '@pagebell/faults/fault'
import { type Html, html, type Part } from '@pagebell/html/template'
import type { SourceKind__Output as SourceKind } from '@pagebell/protos/intake/v1/sources'
import { Type } from '@pagebell/schema/type'
import { accountLimits } from '../../../clients/account-limits.ts'
import { type Clients, findProject } from '../../../clients/clients.ts'
import { type FormErrors, submitForm } from '../../../forms/form-result.ts'
import { type Frame, frameOf, sendPage } from '../../../html/frame.ts'
import { field, formProblem, postForm } from '../../../parts/form.ts'
import { inlineCode } from '../../../parts/inline-code.ts'
import { type Route, signedInRoutes } from '../../../route.ts'
import { accountOf } from '../../../session/request-session.ts'
import { projectOfPath } from '../project-of-path.ts'
import { projectPage } from '../tabs.ts'
import { newAddressPage } from './new-address.ts'
import { resultsOf, secretHint, setUpSteps } from './set-up.ts'
import {
  nameField,
  rulesFields,
  rulesText,
  type SourceSettings,
  sentAddresses,
  sentRules,
  settingsFields,
  sourceErrors,
} from './source-fields.ts'

type PickPage = { project: string; kinds: SourceKind[]; next: string | undefined }

/** The query that says where the page of the new address leads, if not to the source. */
const withNext = (next: string | undefined): string => (next === undefined ? '' : `?next=${encodeURIComponent(next)}`)

/** All senders, of which one is to be picked. */
function pickPage(frame: Frame, { project, kinds, next }: PickPage): Html {
  const item = ({ kind, title, sends }: SourceKind): Html =>
    html`<li><a href="/projects/${project}/sources/new/${kind}${withNext(next)}">${title}</a>
<span class="two">${inlineCode(sends)}</span></li>`
  const sorted = kinds.toSorted((one, other) => one.title.localeCompare(other.title, 'en'))
  return projectPage(frame, {
    project,
    tab: 'Sources',
    lead: 'Add a source: pick what sends.',
    body: html`<section class="card" aria-labelledby="senders"><h2 id="senders">Senders</h2>
<ul class="senders">${sorted.map(item)}</ul></section>`,
  })
}

type NewSourceForm = {
  project: string
  kind: SourceKind
  sent?: SourceSettings
  errors?: FormErrors | undefined
  next: string | undefined
}

function formPage(frame: Frame, { project, kind, sent, errors, next }: NewSourceForm): Html {
  const settings = sent ?? { name: kind.title, rules: rulesText(kind.rules), allow_ips: '' }
  const hasRuleErrors = errors?.fields?.['rules'] !== undefined || errors?.fields?.['allow_ips'] !== undefined
  const isOpen = hasRuleErrors || sent?.allow_ips
  const form = html`${formProblem(errors)}<input type="hidden" name="kind" value="${kind.kind}">
<input type="hidden" name="once" value="${randomUUID()}">
${next !== undefined && html`<input type="hidden" name="next" value="${next}">`}
${nameField(settings.name, errors)}${secretField(kind, errors)}
<details${isOpen ? html` open` : false}><summary>Rules and allowed addresses</summary>
<div class="stack wide">${rulesFields(settings, errors)}</div></details>
<button class="main">Add the source</button>`
  return projectPage(frame, {
    project,
    tab: 'Sources',
    lead: html`Add a source: ${kind.title}.
<a href="/projects/${project}/sources/new${withNext(next)}">Another sender</a>`,
    body: html`<section class="card" aria-labelledby="new-source"><h2 id="new-source">${kind.title}</h2>
<p>${inlineCode(kind.sends)}</p>${postForm(frame, `/projects/${project}/sources`, form, 'stack wide')}</section>
<section class="card" aria-labelledby="set-up"><h2 id="set-up">What to do at ${kind.title}</h2>
<p class="hint">The address of this source is shown when you have added it.</p>
${setUpSteps(kind)}${resultsOf(kind)}</section>`,
  })
}

function secretField(kind: SourceKind, errors: FormErrors | undefined): Part {
  if (kind.secret === 'none') return undefined
  return field({
    name: 'secret',
    label: 'Secret',
    type: 'password',
    hint: secretHint(kind),
    errors,
    attributes: html`maxlength="500" autocomplete="off" spellcheck="false"`,
  })
}

/** Throws fault not_found for a name that no sender has. */
async function findKind({ sources }: Clients, name: string): Promise<SourceKind> {
  const { kinds } = await sources.listKinds({})
  const kind = kinds.find((one) => one.kind === name)
  if (kind === undefined) throw fault('not_found', 'There is no such sender.')
  return kind
}

const params = Type.Object({ project: Type.String() })
const nextField = { next: Type.Optional(Type.String({ maxLength: 4_000 })) }
const querystring = Type.Object(nextField)

const pickSender: Route = (app, tools) => {
  app.get('/projects/:project/sources/new', { schema: { params, querystring } }, async (request, reply) => {
    const { project } = await findProject(tools.clients, accountOf(request), request.params.project)
    const { kinds } = await tools.clients.sources.listKinds({})
    return sendPage(reply, pickPage(frameOf(request, reply, tools), { project, kinds, next: request.query.next }))
  })
}

const kindParams = Type.Object({ project: Type.String(), kind: Type.String() })

const showForm: Route = (app, tools) => {
  const schema = { params: kindParams, querystring }
  app.get('/projects/:project/sources/new/:kind', { schema }, async (request, reply) => {
    const { project } = await findProject(tools.clients, accountOf(request), request.params.project)
    const kind = await findKind(tools.clients, request.params.kind)
    return sendPage(reply, formPage(frameOf(request, reply, tools), { project, kind, next: request.query.next }))
  })
}

const body = Type.Object({
  ...settingsFields,
  ...nextField,
  kind: Type.String({ maxLength: 50 }),
  secret: Type.String({ default: '', maxLength: 1_000 }),
  once: Type.String({ format: 'uuid' }),
})

/** Answers with the page instead of a redirect: only this response contains the address. */
const addSource: Route = (app, tools) => {
  const { clients, hooksUrl } = tools
  app.post('/projects/:project/sources', { schema: { params, body } }, async (request, reply) => {
    const { account_id, project, project_id } = await projectOfPath(clients, request)
    const { kind: kindName, secret, once, next, ...sent } = request.body
    const kind = await findKind(clients, kindName)
    const { name } = sent
    const outcome = await submitForm(async () =>
      clients.sources.createSource({
        account_id,
        project_id,
        project,
        kind: kindName,
        name,
        secret,
        rules: sentRules(sent.rules, kind),
        allow_ips: sentAddresses(sent.allow_ips),
        limits: await accountLimits(clients, account_id),
        idempotency: { key: once, request_sha256: createHash('sha256').update(`panel ${kindName} ${name}`).digest() },
      }),
    )
    const frame = frameOf(request, reply, tools)
    if (!outcome.done) {
      const errors = sourceErrors(outcome.errors)
      return sendPage(reply.code(outcome.status), formPage(frame, { project, kind, sent, errors, next }))
    }
    const { source, token } = outcome.value
    if (source === null) throw fault('internal', 'intake answered a new token without its source')
    const url = hooksUrl(`/api/hooks/${token}`)
    return sendPage(reply, newAddressPage(frame, { project, source, kind, url, next }))
  })
}

export default signedInRoutes(pickSender, showForm, addSource)
