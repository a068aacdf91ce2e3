import { type Html, html } from '@pagebell/html/template'
import { grouped } from '../html/format.ts'
import { linkTo } from './pager.ts'
import { type Tab, tabs } from './tab-list.ts'

/** How many deliveries are in each status; `is_capped` if there are more. */
export type StatusCounts = readonly { status: string; count: number; is_capped: boolean }[]

/** "1,000+" deliveries in these statuses together; empty if it is not known whether there are any. */
export function statusCount(counts: StatusCounts, statuses: readonly string[]): string {
  const of = counts.filter(({ status }) => statuses.includes(status))
  const sum = of.reduce((total, { count }) => total + count, 0)
  const isCapped = of.some(({ is_capped }) => is_capped)
  if (sum === 0 && isCapped) return ''
  return `${grouped(sum)}${isCapped ? '+' : ''}`
}

/** A status by the name that its badge has. */
export const statusName = (status: string): string =>
  status === 'set_aside' ? 'Failed internally' : status.charAt(0).toUpperCase() + status.slice(1)

type StatusTabs = {
  path: string
  statuses: readonly string[]
  counts: StatusCounts | undefined
  current: string | undefined
}

/** The filter by status as links, with the count of each; without counts while they are unavailable. */
export function statusTabs({ path, statuses, counts, current }: StatusTabs): Html {
  const tab = (status: string | undefined, name: string, of: readonly string[]): Tab => {
    const text = counts === undefined ? '' : statusCount(counts, of)
    const count = text !== '' && html` <span class="count">${text}</span>`
    return { to: linkTo(path, { status }), name, current: status === current ? 'true' : undefined, count }
  }
  // A status that hardly ever occurs, or only with pre-flight, is shown only where it does.
  const rare = ['checking', 'skipped', 'dropped', 'set_aside']
  const isShown = (status: string): boolean =>
    !rare.includes(status) || status === current || (counts !== undefined && statusCount(counts, [status]) !== '0')
  const items = statuses.filter(isShown).map((status) => tab(status, statusName(status), [status]))
  return tabs('Status', [tab(undefined, 'All', statuses), ...items])
}
