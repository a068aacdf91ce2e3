import { type Html, html, type Part } from '@pagebell/html/template'
import type {
  WatchSettings__Output as Settings,
  WatchSubscription__Output as Subscription,
  Watch__Output as Watch,
  WatchedFile__Output as WatchedFile,
} from '@pagebell/protos/pages/v1/watches'
import type { FormErrors } from '../../../forms/form-result.ts'
import { counted, grouped, timeTag } from '../../../html/format.ts'
import type { Frame } from '../../../html/frame.ts'
import { datesBadge, scanBadge, subscriptionBadge } from '../../../parts/badge.ts'
import { confirmed } from '../../../parts/confirmation.ts'
import { formProblem, postForm } from '../../../parts/form.ts'
import { noticeAt } from '../../../parts/notice.ts'
import { reloadingList, table } from '../../../parts/table.ts'
import { outsideLink, shownUrl } from '../../../parts/url.ts'
import { scanCounts } from './scan-history.ts'
import { everyText, urlField, watchFields } from './watch-fields.ts'

export type WatchParts = { project: string; path: string; watch: Watch }

/** Of a watch; pages sends the settings of each. */
export function settingsOf({ settings }: Watch): Settings {
  if (settings === null) throw new Error('pages answered a watch without settings')
  return settings
}

/** A watch that is due counts as being scanned: a copy takes it within seconds. */
const isScanned = ({ now }: Frame, next: string | undefined): boolean => next === undefined || Date.parse(next) <= now

export const nextScan = (frame: Frame, next: string | undefined): Part =>
  next === undefined || isScanned(frame, next) ? 'now' : timeTag(next, frame.now)

/** How the watch fares, what of it waits for a decision, and its files. Reloads itself while a scan is under way. */
export function watchState(frame: Frame, parts: WatchParts, history: Html): Html {
  const reload = isScanned(frame, parts.watch.next_scan_at) && reloadingList(parts.path, 2)
  return html`<div class="sections" id="list"${reload}>${stateCard(frame, parts)}${heldCard(frame, parts)}
${filesCard(parts)}${history}</div>`
}

function stateCard(frame: Frame, { path, watch }: WatchParts): Html {
  const { last_scan: scan, next_scan_at: next, pages, waiting, created_at, websub } = watch
  const { url, every_minutes } = settingsOf(watch)
  const last = scan
    ? html`${scanBadge(scan.outcome)} ${timeTag(scan.ended_at, frame.now)}, ${scanCounts(scan)}.`
    : 'The first scan has not ended yet.'
  const scanNow = postForm(frame, `${path}/scan`, html`<button>Scan now</button>`, '')
  return html`<section class="card" id="state" aria-labelledby="state-title">
<div class="between"><h2 id="state-title">State</h2>${scanNow}</div>
<dl class="facts"><dt>Sitemap or feed</dt><dd>${outsideLink(url)}</dd>
<dt>Last scan</dt><dd>${last}</dd>
<dt>Next scan</dt><dd>${nextScan(frame, next)}, every ${everyText(every_minutes)}</dd>
${websub && subscriptionFact(frame, websub)}
<dt>Pages</dt><dd>${counted(pages, 'page')} known, since ${timeTag(created_at, frame.now)}</dd>
<dt>Waiting</dt><dd>${waiting === 0 ? 'none' : html`${counted(waiting, 'URL')} found, and not yet submitted`}</dd></dl>
${scan && problemList(frame, path, scan)}</section>`
}

/** Whether the hub of the feed has it scanned when it changes. */
function subscriptionFact(frame: Frame, { hub, state, expires_at, last_delivery_at, problem }: Subscription): Html {
  const until = expires_at !== undefined && html`, expires ${timeTag(expires_at, frame.now)} unless renewed`
  const delivered = last_delivery_at === undefined ? 'none' : timeTag(last_delivery_at, frame.now)
  const trouble = problem !== undefined && html`<span class="two">${problem}</span>`
  return html`<dt>Hub (WebSub)</dt><dd>${subscriptionBadge(state)} ${shownUrl(hub)}${until}
<span class="two">Last delivery: ${delivered}</span>${trouble}</dd>`
}

/** What the owner may have to do something about. */
function problemList(frame: Frame, path: string, { problems }: NonNullable<Watch['last_scan']>): Part {
  if (problems.length === 0) return undefined
  const item = ({ detail, file }: (typeof problems)[number]): Html =>
    html`<li>${detail}${file !== undefined && html`<span class="two">${shownUrl(file)}</span>`}</li>`
  const believing = html`<input type="hidden" name="believe" value="1"><button>Believe this file</button>`
  const believe = html`<p>If the site really has become smaller:</p>${postForm(frame, `${path}/scan`, believing, '')}`
  return html`<section class="warning" aria-labelledby="problems"><h3 id="problems">Problems of the last scan</h3>
<ul>${problems.map(item)}</ul>${problems.some(({ code }) => code === 'shrunk') && believe}</section>`
}

function heldCard(frame: Frame, { path, watch: { held } }: WatchParts): Part {
  if (held === 0) return undefined
  const decide = (decision: string, button: Html): Html =>
    postForm(frame, `${path}/held`, html`<input type="hidden" name="decision" value="${decision}">${button}`, '')
  return html`<section class="card" id="held" aria-labelledby="held-title"><h2 id="held-title">Held removals</h2>
<p>${counted(held, 'page')} ${held === 1 ? 'is' : 'are'} gone from the site. Search engines learn of it if you send
that.</p>
<div class="row">${decide('send', html`<button class="main">Send removals</button>`)}
${decide('forget', html`<button>Forget</button>`)}</div></section>`
}

function filesCard({ watch: { files } }: WatchParts): Part {
  if (files.length === 0) return undefined
  const list = table<WatchedFile>(
    'Files of the watch',
    [
      { name: 'File', kind: 'main', cell: ({ url }) => shownUrl(url) },
      { name: 'Pages', kind: 'number', cell: ({ pages }) => grouped(pages) },
      {
        name: 'Dates',
        cell: ({ dates_are_trusted, dates }) => html`${datesBadge(dates_are_trusted)}<span class="two">${dates}</span>`,
      },
    ],
    files.slice(0, shownFiles),
  )
  return html`<section class="card" aria-labelledby="files-title"><h2 id="files-title">Files</h2>
<p class="hint">Where dates are trusted, a page has changed when its date moves. Pages of other files are looked at once
a day.</p>${list}
${files.length > shownFiles && html`<p class="hint">And ${grouped(files.length - shownFiles)} more.</p>`}</section>`
}

/** A watch may have 500 files. */
const shownFiles = 50

export type SentSettings = { settings: Settings; errors: FormErrors }

export function settingsCard(frame: Frame, { project, path, watch }: WatchParts, sent: SentSettings | undefined): Html {
  const settings = sent?.settings ?? settingsOf(watch)
  const form = html`${formProblem(sent?.errors)}${urlField(settings.url, project, sent?.errors)}
${watchFields(settings, sent?.errors)}<button>Save the watch</button>`
  return html`<section class="card" id="settings" aria-labelledby="settings-title"><h2 id="settings-title">Settings</h2>
<p class="hint">With another address the watch starts again, and remembers what is there.</p>
${postForm(frame, `${path}/change`, form, 'stack wide')}</section>`
}

export function removeCard(frame: Frame, { path }: WatchParts): Html {
  const removal = confirmed(frame, {
    action: `${path}/remove`,
    name: 'Delete the watch',
    consequence: 'What it knows of the pages is deleted. What it has handed over is submitted all the same.',
    button: 'Delete permanently',
  })
  return html`<section class="card danger" id="remove" aria-labelledby="remove-title">
<h2 id="remove-title">Delete</h2>${removal}</section>`
}

/** Outside the part that reloads itself, so that it stays. */
export const watchNotice = (frame: Frame): Part => noticeAt(frame, 'watch')
