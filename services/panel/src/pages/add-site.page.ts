import { type Html, html } from '@pagebell/html/template'
import { Type } from '@pagebell/schema/type'
import { storedProjectName } from '@pagebell/urls/project-name'
import { type FormErrors, submitForm } from '../forms/form-result.ts'
import { type Frame, frameOf, redirectTo, sendPage } from '../html/frame.ts'
import { field, formProblem, postForm, problem } from '../parts/form.ts'
import { readableHost } from '../parts/url.ts'
import { type Route, signedInRoutes } from '../route.ts'
import { accountOf } from '../session/request-session.ts'
import { setupPath } from './project/setup/setup-progress.ts'
import { stepPage } from './project/setup/step-page.ts'

/** A refused form; `existing` is the set-up of the project of that name, if it already exists. */
type SentSite = { typed?: string; errors?: FormErrors; existing?: { project: string; path: string } | undefined }

/** The form that begins the set-up of a site. */
export function addSiteForm(frame: Frame, { typed, errors, existing }: SentSite = {}): Html {
  const refusal =
    existing === undefined
      ? formProblem(errors)
      : problem(html`${readableHost(existing.project)} is already among your projects.
<a href="${existing.path}">Continue its set-up</a>`)
  const address = field({
    name: 'project',
    label: 'Address of the site',
    value: typed,
    hint: 'Its first page, as in the address bar of a browser, or its host name.',
    errors: existing === undefined ? errors : undefined,
    attributes: html`inputmode="url" placeholder="https://example.com/" required maxlength="300" autocomplete="url"
 spellcheck="false" autocapitalize="none"`,
  })
  return postForm(frame, '/projects', html`${refusal}${address}<button class="main">Add the site</button>`)
}

const addSitePage = (frame: Frame, sent?: SentSite): Html =>
  stepPage(frame, {
    current: undefined,
    lead: `In five steps, from the address of a site to its first announcement. You can leave at any time, and continue
on the page of the project.`,
    body: html`<section class="card" aria-labelledby="address"><h2 id="address">Which site?</h2>
${addSiteForm(frame, sent)}</section>`,
  })

const showAddSite: Route = (app, tools) => {
  app.get('/sites/new', async (request, reply) => sendPage(reply, addSitePage(frameOf(request, reply, tools))))
}

const body = Type.Object({ project: Type.String({ default: '', maxLength: 1_000 }) })

const createProject: Route = (app, tools) => {
  const { clients, cookies } = tools
  app.post('/projects', { schema: { body } }, async (request, reply) => {
    const account_id = accountOf(request)
    const typed = request.body.project
    const { host, firstPage } = readAddress(typed)
    // A customer who adds a site here need not know the setting.
    const create = () => clients.projects.createProject({ account_id, project: host, preflight: true })
    const outcome = await submitForm(create)
    const pathOf = (project: string) => setupPath(project, 'site', firstPage ?? `https://${project}/`)
    if (outcome.done) return redirectTo(reply, pathOf(outcome.value.project), cookies, 'project-created')

    void reply.code(outcome.status)
    const name = outcome.code === 'project_exists' ? storedProjectName(host) : undefined
    const existing = name === undefined ? undefined : { project: name, path: pathOf(name) }
    return sendPage(reply, addSitePage(frameOf(request, reply, tools), { typed, errors: outcome.errors, existing }))
  })
}

/** The host and the first page of an address, with or without a scheme; anything else is refused later. */
function readAddress(text: string): { host: string; firstPage?: string } {
  const typed = text.trim()
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`)
  const isAddress = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  return isAddress ? { host: url.hostname, firstPage: `${url.origin}${url.pathname}` } : { host: typed }
}

export default signedInRoutes(showAddSite, createProject)
