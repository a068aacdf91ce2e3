import { type Html, html, type Part } from '@pagebell/html/template'
import { timeTag } from '../../../html/format.ts'
import type { Frame } from '../../../html/frame.ts'
import { scanBadge } from '../../../parts/badge.ts'
import { reloadingList } from '../../../parts/table.ts'
import { shownUrl } from '../../../parts/url.ts'
import { scanCounts } from '../watches/scan-history.ts'
import type { SetupParts } from './load-setup.ts'

/** `next` is the step after this one. */
type Connections = Pick<SetupParts, 'watches' | 'sources' | 'hook'> & { next: string }

/** The ways by which changes arrive already. Reloads itself while the first scan of a watch is awaited. */
export function connectedCard(frame: Frame, project: string, { watches, sources, hook, next }: Connections): Html {
  const path = `/projects/${project}`
  const used = (at: string | undefined): Part =>
    at === undefined ? 'nothing has called it yet' : html`last used ${timeTag(at, frame.now)}`
  const watchItem = ({ id, settings, last_scan: scan }: SetupParts['watches'][number]): Html =>
    html`<li><a href="${path}/watches/${id}">${shownUrl(settings?.url ?? id)}</a>
<span class="two">${scan ? html`${scanBadge(scan.outcome)} ${scanCounts(scan)}` : 'Its first scan is under way.'}</span>
</li>`
  const sourceItem = ({ source_id, name, last_used_at: at }: SetupParts['sources'][number]): Html =>
    html`<li><a href="${path}/sources/${source_id}">${name}</a><span class="two">Source: ${used(at)}</span></li>`
  const hookItem =
    hook &&
    html`<li><a href="${path}/webhook">Webhook</a>
<span class="two">${used(hook.last_used_at)}</span></li>`
  const isAwaited = watches.some(({ last_scan: scan }) => !scan)
  return html`<section class="card" id="list" aria-labelledby="connected"${isAwaited && reloadingList(frame.path, 2)}>
<h2 id="connected">Connected</h2>
<ul class="stack">${watches.map(watchItem)}${sources.map(sourceItem)}${hookItem}</ul>
<p class="row"><a class="button main" href="${next}">Continue</a></p></section>`
}
