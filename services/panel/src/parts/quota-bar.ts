import { fault } from '@pagebell/faults/fault'
import { type Html, html } from '@pagebell/html/template'
import type { Period__Output as Period, Usage__Output as Usage } from '@pagebell/protos/intake/v1/intake'
import type { Account__Output as Account } from '@pagebell/protos/project/v1/project'
import { exactTime, grouped, timeTag } from '../html/format.ts'

export type Quota = { name: string; limit: number | undefined; used: number; resetsAt: string }

/** The quotas of day and month. The limits are the plan's, since intake may not have the newest ones yet. */
export const quotasOf = ({ limits }: Account, { day, month }: Usage): [today: Quota, month: Quota] => [
  quota('Today', day, limits?.urls_per_day),
  quota('This month', month, limits?.urls_per_month),
]

function quota(name: string, period: Period | null | undefined, limit: number | undefined): Quota {
  if (period === null || period === undefined) throw fault('internal', 'intake answered a usage without a period')
  return { name, limit, used: period.used, resetsAt: period.resets_at }
}

/** How much of a period's quota is used, and when it resets. */
export function quotaBar({ name, limit, used, resetsAt }: Quota, now: number): Html {
  if (limit === undefined) {
    return html`<div class="quota"><p class="quota-name">${name}</p>
<p class="quota-figure"><strong>${grouped(used)}</strong> URLs</p>
<p class="hint">Unlimited. Resets ${timeTag(resetsAt, now)}.</p></div>`
  }
  const share = limit === 0 ? 100 : Math.min(100, (100 * used) / limit)
  const tone = share >= 100 ? 'bad' : share >= 80 ? 'decent' : 'calm'
  const reach = used > 0 && html`<rect class="reach" width="${Math.max(1, share).toFixed(1)}%" height="8" rx="4"/>`
  return html`<div class="quota"><p class="quota-name">${name}</p>
<p class="quota-figure"><strong>${grouped(used)}</strong> of ${grouped(limit)} URLs</p>
<svg class="bar ${tone}" width="100%" height="8" role="img" aria-label="${name}: ${share.toFixed(0)} % used">
<rect class="track" width="100%" height="8" rx="4"/>${reach}</svg>
<p class="hint">${grouped(Math.max(0, limit - used))} left.
Resets ${timeTag(resetsAt, now)}, at ${exactTime(resetsAt)}.</p></div>`
}

/** When a quota is used up (ms) if the rest of its period is used at the rate so far; undefined if it suffices. */
export function forecastUsedUp(
  { limit, used, resetsAt }: Pick<Quota, 'limit' | 'used' | 'resetsAt'>,
  periodMs: number,
  now: number,
): number | undefined {
  if (limit === undefined || used === 0 || used >= limit) return undefined
  const resets = Date.parse(resetsAt)
  const passed = now - (resets - periodMs)
  if (passed <= 0) return undefined
  const usedUp = now + ((limit - used) * passed) / used
  return usedUp < resets ? usedUp : undefined
}
