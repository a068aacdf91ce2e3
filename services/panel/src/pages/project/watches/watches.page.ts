import { type Html, html, type Part } from '@pagebell/html/template'
import type { WatchSettings__Output as Settings, Watch__Output as Watch } from '@pagebell/protos/pages/v1/watches'
import { Type } from '@pagebell/schema/type'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Clients, findProject } from '../../../clients/clients.ts'
import { type FormErrors, submitForm } from '../../../forms/form-result.ts'
import { grouped, timeTag } from '../../../html/format.ts'
import { type Frame, frameOf, redirectTo, sendPage } from '../../../html/frame.ts'
import { scanBadge } from '../../../parts/badge.ts'
import { formProblem, postForm } from '../../../parts/form.ts'
import { noticeAt } from '../../../parts/notice.ts'
import { empty, table } from '../../../parts/table.ts'
import { shownUrl } from '../../../parts/url.ts'
import { type PanelTools, type Route, signedInRoutes } from '../../../route.ts'
import { accountOf } from '../../../session/request-session.ts'
import { projectOfPath } from '../project-of-path.ts'
import { firstPageOf } from '../setup/setup-progress.ts'
import { projectPage } from '../tabs.ts'
import { addressErrors, findCard, type SiteSearch } from './find-card.ts'
import { nextScan } from './watch-cards.ts'
import { newSettings, sentSettings, urlField, watchBody, watchErrors, watchFields } from './watch-fields.ts'
import { watchIdFor } from './watch-id.ts'

/** A refused form. */
type SentWatch = { settings: Settings; errors: FormErrors }

/** What a form of the page showed before, to be shown again. */
type FormState = { sent?: SentWatch; search?: SiteSearch }
type WatchesPage = FormState & { project: string; watches: Watch[] }

function watchesPage(frame: Frame, { project, watches, sent, search }: WatchesPage): Html {
  const none = empty(
    'clock',
    'No watch yet',
    `Nothing of ${project} is read by itself. Find its sitemap or feed below.`,
  )
  const list = html`<div class="card flush">${watches.length === 0 ? none : watchTable(frame, project, watches)}</div>`
  const firstPage = firstPageOf(project, undefined, { watches, reports: [] })
  return projectPage(frame, {
    project,
    tab: 'Watches',
    lead: 'Sitemaps and feeds that are read regularly: what is new, changed or gone is sent without a webhook.',
    body: html`<section aria-labelledby="watches"><h2 id="watches" class="unseen">Watches</h2>
${noticeAt(frame, 'watches')}${list}</section>
${findCard(frame, { project, firstPage, watches, search })}${addCard(frame, project, sent)}`,
  })
}

const watchTable = (frame: Frame, project: string, watches: Watch[]): Html =>
  table<Watch>(
    'Watches of the project',
    [
      {
        name: 'Sitemap or feed',
        kind: 'main',
        cell: ({ id, settings }) =>
          html`<a href="/projects/${project}/watches/${id}">${shownUrl(settings?.url ?? id)}</a>`,
      },
      { name: 'Last scan', cell: ({ last_scan: scan }) => lastScan(frame, scan) },
      { name: 'Next scan', cell: ({ next_scan_at: at }) => nextScan(frame, at) },
      { name: 'Pages', kind: 'number', cell: ({ pages }) => grouped(pages) },
      { name: 'Waiting', kind: 'number', cell: ({ waiting }) => grouped(waiting) },
      { name: 'Held', kind: 'number', cell: ({ held }) => grouped(held) },
    ],
    watches,
  )

const lastScan = (frame: Frame, scan: Watch['last_scan']): Part =>
  scan ? html`${scanBadge(scan.outcome)} <span class="two">${timeTag(scan.ended_at, frame.now)}</span>` : 'not yet'

function addCard(frame: Frame, project: string, sent: SentWatch | undefined): Html {
  const { settings, errors } = sent ?? { settings: newSettings, errors: undefined }
  const isOpen = sent !== undefined && html` open`
  const form = html`${formProblem(errors)}${urlField(settings.url, project, errors)}
<details class="wide"${isOpen}><summary>How it is watched</summary><div class="stack wide">
${watchFields(settings, errors)}</div></details><button class="main">Watch it</button>`
  return html`<section class="card" id="add" aria-labelledby="add-title"><h2 id="add-title">Add a watch</h2>
<p class="hint">It is scanned every hour. The first scan remembers the pages that there are, and sends none.</p>
${postForm(frame, `/projects/${project}/watches`, form, 'stack wide')}</section>`
}

const params = Type.Object({ project: Type.String() })

async function sendWatchesPage(
  request: FastifyRequest,
  reply: FastifyReply,
  tools: PanelTools,
  { name, ...state }: FormState & { name: string },
): Promise<FastifyReply> {
  const account_id = accountOf(request)
  const { project, project_id } = await findProject(tools.clients, account_id, name)
  const { watches } = await tools.clients.watches.listWatches({ account_id, project_id })
  const frame = { ...frameOf(request, reply, tools), path: `/projects/${project}/watches` }
  return sendPage(reply, watchesPage(frame, { project, watches, ...state }))
}

const listWatches: Route = (app, tools) => {
  app.get('/projects/:project/watches', { schema: { params } }, async (request, reply) =>
    sendWatchesPage(request, reply, tools, { name: request.params.project }),
  )
}

type WatchPlace = { account_id: string; project_id: string; project: string }

/** Adds a watch, which has its name from its file. Throws fault invalid on `url` if the file is watched already. */
export async function createWatch({ watches }: Clients, place: WatchPlace, settings: Settings): Promise<Watch> {
  const { account_id, project_id } = place
  const listed = await watches.listWatches({ account_id, project_id })
  return watches.putWatch({ ...place, id: watchIdFor(settings.url, listed.watches), settings })
}

const addWatch: Route = (app, tools) => {
  const { clients, cookies } = tools
  app.post('/projects/:project/watches', { schema: { params, body: watchBody } }, async (request, reply) => {
    const { account_id, project, project_id } = await projectOfPath(clients, request)
    const settings = sentSettings(request.body)
    const outcome = await submitForm(() => createWatch(clients, { account_id, project_id, project }, settings))
    if (outcome.done)
      return redirectTo(reply, `/projects/${project}/watches/${outcome.value.id}`, cookies, 'watch-added', 'watch')
    const sent = { settings, errors: watchErrors(outcome.errors) }
    return sendWatchesPage(request, reply.code(outcome.status), tools, { name: project, sent })
  })
}

const whichSite = Type.Object({ address: Type.String({ default: '', maxLength: 3_000 }) })

const findFiles: Route = (app, tools) => {
  const { clients, findSite } = tools
  app.post('/projects/:project/watches/find', { schema: { params, body: whichSite } }, async (request, reply) => {
    const { account_id, project, project_id } = await projectOfPath(clients, request)
    const address = request.body.address.trim()
    const site = { account_id, project_id, project, url: address }
    const outcome = await submitForm(() => findSite(site, { isFresh: true }))
    if (outcome.done)
      return sendWatchesPage(request, reply, tools, { name: project, search: { address, found: outcome.value } })
    const search = { address, errors: addressErrors(outcome.errors) }
    return sendWatchesPage(request, reply.code(outcome.status), tools, { name: project, search })
  })
}

export default signedInRoutes(listWatches, addWatch, findFiles)
