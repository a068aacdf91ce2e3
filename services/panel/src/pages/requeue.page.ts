import { type Html, html } from '@pagebell/html/template'
import { followCursor } from '@pagebell/rpc/follow-cursor'
import { type Static, Type } from '@pagebell/schema/type'
import { storedProjectName } from '@pagebell/urls/project-name'
import { localPath, utcTime } from '../forms/fields.ts'
import { counted, daysAgo, exactTime } from '../html/format.ts'
import { type Frame, frameOf, redirectTo, sendPage } from '../html/frame.ts'
import { field, postForm } from '../parts/form.ts'
import { page } from '../parts/layout.ts'
import { empty } from '../parts/table.ts'
import { type Route, signedInRoutes } from '../route.ts'
import { accountOf } from '../session/request-session.ts'
import { selectedIds } from './selection.ts'

/** The selected deliveries and how many they are. */
type Selection = { rejectedSince: string; project: string | undefined; count: number }

type RequeuePage = { project: string | undefined; selection: Selection | undefined }

/** Asks since when, counts what was rejected since then, and only then offers to requeue it. */
function requeuePage(frame: Frame, { project, selection }: RequeuePage): Html {
  const since = selection?.rejectedSince ?? daysAgo(1, frame.now)
  const sinceField = field({
    name: 'since',
    label: html`Rejected since <span data-zone>(UTC)</span>`,
    type: 'datetime-local',
    value: since.slice(0, 19),
    attributes: html`step="1" required`,
  })
  const projectField = field({
    name: 'project',
    label: 'Project',
    value: project,
    hint: 'A host name. Leave empty for all projects.',
    attributes: html`maxlength="253" autocomplete="off"`,
  })
  return page(frame, {
    title: 'Requeue rejected deliveries',
    lead: html`Sends again what search engines rejected since a time. Use it after you have fixed a key file or an API
key.`,
    actions: html`<a class="button" href="/deliveries?status=rejected">Show rejected</a>`,
    body: html`<div class="sections"><section class="card" aria-labelledby="which"><h2 id="which">Which deliveries</h2>
<form method="get" action="/deliveries/requeue" class="stack">
${sinceField}${projectField}<button>Count deliveries</button></form></section>
${selection !== undefined && (selection.count === 0 ? nothingRejected(selection) : confirmation(frame, selection))}
</div>`,
  })
}

function nothingRejected({ rejectedSince, project }: Selection): Html {
  const text = html`No search engine has rejected anything${project !== undefined && ` of ${project}`}
since ${exactTime(rejectedSince)}.`
  return html`<div class="card" role="status" tabindex="-1" autofocus>
${empty('good', 'Nothing was rejected', text)}</div>`
}

function confirmation(frame: Frame, { rejectedSince, project, count }: Selection): Html {
  const deliveries = counted(count, 'delivery', 'deliveries')
  const of = project !== undefined && html` for <strong>${project}</strong>`
  const form = html`<input type="hidden" name="rejected_since" value="${rejectedSince}">
${project !== undefined && html`<input type="hidden" name="project" value="${project}">`}
<div class="row"><button class="main">Yes, requeue ${deliveries}</button>
<a class="button" href="/deliveries">Cancel</a></div>`
  return html`<section class="card" role="status" aria-labelledby="really" tabindex="-1" autofocus>
<h2 id="really">Requeue ${deliveries}?</h2>
<p>They were rejected since ${exactTime(rejectedSince)}${of}. Each is sent again, and its attempts count from zero. Your
quota is not charged again.</p>
${postForm(frame, '/deliveries/requeue', form)}</section>`
}

const querystring = Type.Object({
  since: Type.Optional(Type.String({ maxLength: 40 })),
  project: Type.Optional(Type.String({ maxLength: 253 })),
})

const showRequeue: Route = (app, tools) => {
  app.get('/deliveries/requeue', { schema: { querystring } }, async (request, reply) => {
    const { since, project: given } = request.query
    // A host that cannot name a project finds nothing.
    const project = given === undefined ? undefined : (storedProjectName(given.trim()) ?? given)
    const frame = frameOf(request, reply, tools)
    if (since === undefined) return sendPage(reply, requeuePage(frame, { project, selection: undefined }))

    const rejectedSince = utcTime('since', since)
    const which = { account_id: accountOf(request), rejected_since: rejectedSince, project }
    const { count } = await tools.clients.deliveries.countRejected(which)
    return sendPage(reply, requeuePage(frame, { project, selection: { rejectedSince, project, count } }))
  })
}

/** Beside these, a `selectionField` for each that is selected in a list. */
const body = Type.Object({
  /** The button of one delivery in a list, which counts instead of what is selected there. */
  only: Type.Optional(Type.String({ format: 'uuid' })),
  delivery_id: Type.Optional(Type.String({ format: 'uuid' })),
  batch_id: Type.Optional(Type.String({ format: 'uuid' })),
  rejected_since: Type.Optional(Type.String({ maxLength: 40 })),
  project: Type.Optional(Type.String({ maxLength: 253 })),
  back: Type.String({ default: '/deliveries', maxLength: 4_000 }),
})

const requeueDeliveries: Route = (app, { clients, cookies }) => {
  app.post('/deliveries/requeue', { schema: { body } }, async (request, reply) => {
    const account_id = accountOf(request)
    const { back } = request.body
    let requeued = 0
    for (const which of requeuedOf(request.body)) {
      const query = { account_id, ...which }
      for await (const { count } of followCursor((cursor) =>
        clients.deliveries.requeueDeliveries({ ...query, cursor }),
      ))
        requeued += count
    }
    return redirectTo(reply, localPath(back), cookies, requeued > 0 ? `requeued-${requeued}` : 'nothing-requeued')
  })
}

type Which = { delivery_id?: string; batch_id?: string; rejected_since?: string; project?: string }

/** What a form requeues: its button's delivery or batch, else what is selected, else what its fields say. */
function requeuedOf({ only, batch_id, delivery_id, rejected_since, project, ...rest }: Static<typeof body>): Which[] {
  if (only !== undefined) return [{ delivery_id: only }]
  if (batch_id !== undefined) return [{ batch_id }]
  const selected = selectedIds(rest)
  if (selected.length > 0) return selected.map((id) => ({ delivery_id: id }))
  if (delivery_id !== undefined) return [{ delivery_id }]
  return rejected_since === undefined ? [] : [{ rejected_since, ...(project !== undefined && { project }) }]
}

export default signedInRoutes(showRequeue, requeueDeliveries)
