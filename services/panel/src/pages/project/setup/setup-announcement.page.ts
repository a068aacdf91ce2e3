import { fault } from '@pagebell/faults/fault'
import { type Html, html } from '@pagebell/html/template'
import { Type } from '@pagebell/schema/type'
import { normaliseUrl } from '@pagebell/urls/normalise-url'
import { belongsTo } from '@pagebell/urls/project-name'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clients } from '../../../clients/clients.ts'
import { errorsFor, type FormErrors, submitForm } from '../../../forms/form-result.ts'
import { type Frame, frameOf, redirectTo, sendPage } from '../../../html/frame.ts'
import { field, formProblem, postForm } from '../../../parts/form.ts'
import { type PanelTools, type Route, signedInRoutes } from '../../../route.ts'
import { accountOf } from '../../../session/request-session.ts'
import { type Announcement, isUnderWay, loadAnnouncement, progressAfter, resultCards } from './announcement-cards.ts'
import { loadPlace, loadSetup, setupFields, setupParams } from './load-setup.ts'
import { nextPage, pageOnSite, setupPath } from './setup-progress.ts'
import { type SetupSite, stepPage } from './step-page.ts'

/** A refused form. */
type SentPage = { url: string; errors: FormErrors }

type AnnouncementPage = { site: SetupSite; announcement: Announcement; sent: SentPage | undefined }

export function announcementPage(frame: Frame, { site: read, announcement, sent }: AnnouncementPage): Html {
  const { deliveries, report, isRequested } = announcement
  const site = { ...read, progress: progressAfter(read.progress, announcement) }
  const isNew = deliveries.length === 0 && !isRequested
  const isMoving = isUnderWay(announcement)
  const isDelivered = site.progress.isAnnounced
  const isHeld = deliveries.some(({ status }) => status === 'held')
  // No search engine has taken this page: another one is the next thing to try.
  const isOver = deliveries.length > 0 && !isMoving && !isHeld && !isDelivered
  const shownForm = pageForm(frame, site, { sent, isMain: isNew || isOver })
  const first = html`<section class="card" aria-labelledby="first"><h2 id="first">Rate a page and announce it</h2>
<p class="hint">Pagebell rates the page, and tells search engines of it. This uses one URL of your quota for each
channel.</p>${shownForm}</section>`
  const another = html`<details class="card"${(isOver || sent !== undefined) && html` open`}>
<summary>Another page</summary>
${shownForm}</details>`
  const end = isDelivered && endCard(site)
  return stepPage(frame, {
    current: 'announcement',
    site,
    lead: `Pagebell rates a page of ${site.project}, and announces it to search engines.`,
    // Without scripts the page reloads itself.
    head: isMoving && html`<noscript><meta http-equiv="refresh" content="3"></noscript>`,
    body: html`${(!isNew || report !== undefined) && resultCards(frame, site, { announcement, end })}
${isNew ? first : another}`,
  })
}

function pageForm(
  frame: Frame,
  site: SetupSite,
  { sent, isMain }: { sent: SentPage | undefined; isMain: boolean },
): Html {
  const url = field({
    name: 'url',
    label: 'Page',
    type: 'url',
    value: sent?.url ?? site.firstPage,
    errors: sent?.errors,
    attributes: html`required maxlength="2048"`,
  })
  const button = isMain
    ? html`<button class="main">Rate and announce it</button>`
    : html`<button>Rate and announce it</button>`
  const form = html`${formProblem(sent?.errors)}<input type="hidden" name="address" value="${site.firstPage}">
${url}${button}`
  return postForm(frame, `/projects/${site.project}/setup/announcement`, form, 'stack wide')
}

/** What is still missing once the page was announced, or the end of the way. */
function endCard({ project, firstPage, progress }: SetupSite): Html | false {
  const missing = nextPage(progress)
  if (missing === undefined)
    return html`<section class="card" aria-labelledby="end"><h2 id="end">${project} is set up</h2>
<p>Its changes are announced from now on.</p>
<p class="row"><a class="button main" href="/projects/${project}">Open the project</a></p></section>`
  if (missing === 'announcement') return false
  const page = missing === 'site' ? 'changes' : missing
  const [text, name] =
    page === 'changes'
      ? ['Nothing reports the changes of the site yet.', 'Choose how changes arrive']
      : ['The key file was not seen on the site yet.', 'Check the key file']
  return html`<section class="card" aria-labelledby="end"><h2 id="end">Still to do</h2><p>${text}</p>
<p class="row"><a class="button main" href="${setupPath(project, page, firstPage)}">${name}</a></p></section>`
}

/** The normalised URL of a page. Throws fault invalid on `url` for one that is not on the project. */
function readPage(text: string, project: string): string {
  const normalised = normaliseUrl(text.trim())
  const refuse = (reason: string) => fault('invalid', `The URL ${reason}.`, { errors: { url: [reason] } })
  if (!normalised.ok) throw refuse(`cannot be used: ${normalised.reason}`)
  if (!belongsTo(normalised.host, project)) throw refuse(`must be on ${project} or a subdomain of it`)
  return normalised.url
}

type Place = { account_id: string; project_id: string; project: string }

/**
 * Puts the page among the URLs that are submitted when the quota has room, within about a second if it has. Throws
 * fault conflict on `url` for one that would be a duplicate, by the dedupe window of the installation.
 */
async function announce({ foundUrls }: Clients, place: Place, url: string): Promise<void> {
  const { outcome, later } = await foundUrls.keepFoundUrls({ ...place, action: 'update', urls: [url] })
  if (outcome === 'closed') throw fault('not_found', 'There is no project of this name.')
  if (outcome !== 'kept')
    throw fault('conflict', 'So many URLs wait for the quota that no more are kept. Try it later.')
  if (later.length === 0) return
  const text = 'This page was submitted a short time ago, so it is not submitted again yet. Try it again later.'
  throw fault('conflict', text, { code: submittedRecently, errors: { url: [text] } })
}

const submittedRecently = 'submitted_recently'

/** The address of the page that shows what comes of `url`, or of the first page of the site. */
function announcementPath(project: string, firstPage: string, url: string | undefined): string {
  const path = setupPath(project, 'announcement', firstPage)
  return url === undefined ? path : `${path}&url=${encodeURIComponent(url)}`
}

/** `url` is the page that was submitted just now. */
type RequestedAnnouncement = { name: string; address: string | undefined; url: string | undefined; sent?: SentPage }

async function sendAnnouncementPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { clients, ...tools }: PanelTools,
  { name, address, url, sent }: RequestedAnnouncement,
): Promise<FastifyReply> {
  const { site, place } = await loadSetup(clients, accountOf(request), { name, address })
  const page = pageOnSite(site.project, url)
  const shown = { page: page ?? site.firstPage, isRequested: page !== undefined }
  const announcement = await loadAnnouncement(clients, place, shown)
  // The answer to a form has the same address without a query, and would reload as another page.
  const path = announcementPath(site.project, site.firstPage, page)
  const frame = { ...frameOf(request, reply, tools), path }
  return sendPage(reply, announcementPage(frame, { site, announcement, sent }))
}

/** `url` is the page that was submitted just now; without it the first page of the site is shown. */
const querystring = Type.Object({ ...setupFields, url: Type.Optional(Type.String({ maxLength: 3_000 })) })

const showAnnouncement: Route = (app, tools) => {
  const schema = { params: setupParams, querystring }
  app.get('/projects/:project/setup/announcement', { schema }, async (request, reply) => {
    const { address, url } = request.query
    return sendAnnouncementPage(request, reply, tools, { name: request.params.project, address, url })
  })
}

const body = Type.Object({ ...setupFields, url: Type.String({ default: '', maxLength: 3_000 }) })

const announcePage: Route = (app, tools) => {
  const { clients, cookies } = tools
  const path = '/projects/:project/setup/announcement'
  app.post(path, { schema: { params: setupParams, body } }, async (request, reply) => {
    const { address, url: typed } = request.body
    const asked = { name: request.params.project, address }
    const { place, firstPage } = await loadPlace(clients, accountOf(request), asked)
    const privacy = frameOf(request, reply, tools).newReportPrivacy
    const outcome = await submitForm(async () => {
      const url = readPage(typed, place.project)
      // First what can be repeated: a page that was announced is refused for a while.
      await clients.reports.createReport({ ...place, url, privacy, reuse: true })
      await announce(clients, place, url)
      return url
    })
    if (outcome.done) {
      const next = announcementPath(place.project, firstPage, outcome.value)
      return redirectTo(reply, next, cookies, 'announcement-requested')
    }
    const sent = { url: typed, errors: errorsFor(outcome.errors, ['url']) }
    // Its deliveries are there, or about to be.
    const url = outcome.code === submittedRecently ? typed : undefined
    return sendAnnouncementPage(request, reply.code(outcome.status), tools, { ...asked, url, sent })
  })
}

export default signedInRoutes(showAnnouncement, announcePage)
