import { type Html, html } from '../html.ts'
import { grouped } from './number.ts'
import { exactTime, timeTag } from './time.ts'

export type Quota = { name: string; limit: number | undefined; used: number; resetsAt: string }

/** How much of a period's quota is used, and when it begins anew. */
export function quotaBar({ name, limit, used, resetsAt }: Quota, now: number): Html {
  if (limit === undefined) {
    return html`<div class="quota"><p class="quota-name">${name}</p><p class="quota-figure"><strong>${grouped(used)}</strong> URLs</p>
<p class="hint">Unlimited. Resets ${timeTag(resetsAt, now)}.</p></div>`
  }
  const share = limit === 0 ? 100 : Math.min(100, (100 * used) / limit)
  const tone = share >= 100 ? 'bad' : share >= 80 ? 'decent' : 'calm'
  return html`<div class="quota"><p class="quota-name">${name}</p>
<p class="quota-figure"><strong>${grouped(used)}</strong> of ${grouped(limit)} URLs</p>
<svg class="bar ${tone}" width="100%" height="8" role="img" aria-label="${name}: ${share.toFixed(0)} % used"><rect class="track" width="100%" height="8" rx="4"/>${used > 0 && html`<rect class="reach" width="${Math.max(1, share).toFixed(1)}%" height="8" rx="4"/>`}</svg>
<p class="hint">${grouped(Math.max(0, limit - used))} left. Resets ${timeTag(resetsAt, now)}, at ${exactTime(resetsAt)}.</p></div>`
}
