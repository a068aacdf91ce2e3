import { randomUUID } from 'node:crypto'
import { type Html, html } from '@pagebell/html/template'
import type { SourceKind__Output as SourceKind } from '@pagebell/protos/intake/v1/sources'
import type { FoundListing__Output as FoundListing } from '@pagebell/protos/pages/v1/watches'
import { Type } from '@pagebell/schema/type'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type FormErrors, submitForm } from '../../../forms/form-result.ts'
import { type Frame, frameOf, redirectTo, sendPage } from '../../../html/frame.ts'
import { formProblem, postForm } from '../../../parts/form.ts'
import { inlineCode } from '../../../parts/inline-code.ts'
import { type PanelTools, type Route, signedInRoutes } from '../../../route.ts'
import { accountOf } from '../../../session/request-session.ts'
import { listingTable, watchAction } from '../watches/find-card.ts'
import { newSettings, urlField, watchErrors } from '../watches/watch-fields.ts'
import { createWatch } from '../watches/watches.page.ts'
import { connectedCard } from './connected-card.ts'
import { loadPlace, loadSetup, type SetupParts, setupFields, setupParams } from './load-setup.ts'
import { setupPath } from './setup-progress.ts'
import { type SetupSite, stepPage } from './step-page.ts'

/** A refused form. */
type SentWatch = { url: string; errors: FormErrors }

type ChangesPage = {
  site: SetupSite
  parts: SetupParts
  listings: FoundListing[]
  /** Of the system that serves the site, if it can report changes by itself. */
  kind: SourceKind | undefined
  sent: SentWatch | undefined
}

function changesPage(frame: Frame, { site, parts, listings, kind, sent }: ChangesPage): Html {
  const isConnected = site.progress.connection !== 'none'
  const next = setupPath(site.project, 'key-file', site.firstPage)
  const skip = html`<p class="row"><a class="button" href="${next}">Skip for now</a></p>`
  const isBest = !isConnected && listings.length > 0
  return stepPage(frame, {
    current: 'changes',
    site,
    lead: isConnected
      ? `Pagebell learns that pages of ${site.project} have changed by what is connected. You can add other ways.`
      : `Choose one way by which Pagebell learns that pages of ${site.project} have changed. Others can follow.`,
    body: html`${isConnected && connectedCard(frame, site.project, { ...parts, next })}
${watchCard(frame, { site, parts, listings, isBest, isMain: !isConnected && kind === undefined, sent })}
${kind !== undefined && kindCard(site, kind, !isConnected && !isBest, next)}
${sendersCard(frame, { site, parts, next })}
${!isConnected && skip}`,
  })
}

type WatchCard = {
  site: SetupSite
  parts: SetupParts
  listings: FoundListing[]
  /** Whether the first of the files is what most sites choose. */
  isBest: boolean
  /** Whether the form for another file is. */
  isMain: boolean
  sent: SentWatch | undefined
}

/** Sitemaps and feeds, each of which is watched in one click. */
function watchCard(frame: Frame, { site, parts, listings, isBest, isMain, sent }: WatchCard): Html {
  const { project, firstPage } = site
  const path = `/projects/${project}/setup/changes`
  const fields = html`<input type="hidden" name="address" value="${firstPage}">`
  const best = isBest ? listings[0] : undefined
  const action = watchAction(frame, { project, watches: parts.watches, path, fields, best })
  const main = listings.length === 0 && isMain
  const button = main ? html`<button class="main">Watch it</button>` : html`<button>Watch it</button>`
  const form = postForm(
    frame,
    path,
    html`${formProblem(sent?.errors)}${fields}${urlField(sent?.url ?? '', project, sent?.errors)}${button}`,
    'stack wide',
  )
  const isOpen = sent !== undefined && html` open`
  const files = html`${listingTable(listings, action)}
<details${isOpen}><summary>Another sitemap or feed</summary>${form}</details>`
  return html`<section class="card" aria-labelledby="watch"><h2 id="watch">Pagebell watches the site</h2>
<p class="hint">It reads a sitemap or feed every hour, and announces what is new, changed or gone. Nothing has to be
installed. The first reading remembers the pages that there are, and sends none.</p>
${listings.length === 0 ? form : files}</section>`
}

/** The sender that was recognised. */
function kindCard({ project }: SetupSite, { kind, title, sends }: SourceKind, isMain: boolean, next: string): Html {
  const to = `/projects/${project}/sources/new/${kind}?next=${encodeURIComponent(next)}`
  return html`<section class="card" aria-labelledby="kind"><h2 id="kind">${title} reports its changes</h2>
<p>${inlineCode(sends)}</p><p class="hint">You get an address to enter there: changes then arrive within seconds.</p>
<p class="row"><a class="button ${isMain ? 'main' : ''}" href="${to}">Add ${title} as a source</a></p></section>`
}

type SendersCard = { site: SetupSite; parts: SetupParts; next: string }

/** Any other sender, or a script. */
function sendersCard(frame: Frame, { site: { project }, parts: { hook }, next }: SendersCard): Html {
  const sources = `/projects/${project}/sources/new?next=${encodeURIComponent(next)}`
  const create = html`<input type="hidden" name="once" value="${randomUUID()}">
<input type="hidden" name="next" value="${next}"><button>Create the webhook</button>`
  const webhook =
    hook === undefined
      ? postForm(frame, `/projects/${project}/hook/rotate`, create, '')
      : html`<a class="button" href="/projects/${project}/webhook">Webhook</a>`
  return html`<section class="card" aria-labelledby="senders-title">
<h2 id="senders-title">Something else reports changes</h2>
<div class="columns"><div class="stack"><h3>CMS, shop, repository or deployment service</h3>
<p class="hint">Pick what you use, and enter an address there. Each change is reported as it happens.</p>
<a class="button" href="${sources}">Pick a sender</a></div>
<div class="stack"><h3>A script of your own</h3>
<p class="hint">It posts the URLs that have changed to a webhook. Snippets are shown with its address.</p>
${webhook}</div></div></section>`
}

async function sendChangesPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { clients, findSite, ...tools }: PanelTools,
  { name, address, sent }: { name: string; address: string | undefined; sent?: SentWatch },
): Promise<FastifyReply> {
  const { site, parts, place } = await loadSetup(clients, accountOf(request), { name, address })
  // A site that cannot be searched now can be connected all the same.
  const search = await submitForm(() => findSite({ ...place, url: site.firstPage }))
  const found = search.done ? search.value : undefined
  const { kinds } = found?.source_kind === undefined ? { kinds: [] } : await clients.sources.listKinds({})
  const kind = kinds.find((one) => one.kind === found?.source_kind)
  const shown = { site, parts, listings: found?.listings ?? [], kind, sent }
  return sendPage(reply, changesPage(frameOf(request, reply, tools), shown))
}

const showChanges: Route = (app, tools) => {
  const schema = { params: setupParams, querystring: Type.Object(setupFields) }
  app.get('/projects/:project/setup/changes', { schema }, async (request, reply) =>
    sendChangesPage(request, reply, tools, { name: request.params.project, address: request.query.address }),
  )
}

const body = Type.Object({ ...setupFields, url: Type.String({ default: '', maxLength: 3_000 }) })

const watchSite: Route = (app, tools) => {
  const { clients, cookies } = tools
  app.post('/projects/:project/setup/changes', { schema: { params: setupParams, body } }, async (request, reply) => {
    const { address } = request.body
    const url = request.body.url.trim()
    const asked = { name: request.params.project, address }
    const { place, firstPage } = await loadPlace(clients, accountOf(request), asked)
    const outcome = await submitForm(() => createWatch(clients, place, { ...newSettings, url }))
    const next = setupPath(place.project, 'key-file', firstPage)
    if (outcome.done) return redirectTo(reply, next, cookies, 'watch-added')
    const sent = { url, errors: watchErrors(outcome.errors) }
    return sendChangesPage(request, reply.code(outcome.status), tools, { ...asked, sent })
  })
}

export default signedInRoutes(showChanges, watchSite)
