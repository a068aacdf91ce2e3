import { type Html, html, type Part } from '@pagebell/html/template'
import { grouped } from '../html/format.ts'

/** The last row that a page number reaches; later rows need a cursor. */
const lastRow = 10_000

type Place = { page: number | undefined; perPage: number; shown: number }
type Found = { total: number; total_is_capped: boolean; next_cursor?: string | undefined }

/** The position in a list and the links onward: by page number as far as those reach, then by cursor. */
export function pager(path: string, place: Place, found: Found): Part {
  const { page, perPage, shown } = place
  const { total, total_is_capped, next_cursor } = found
  // One page: the count above the list is enough.
  if (total <= perPage && page === 1) return undefined

  const first = page === undefined ? undefined : (page - 1) * perPage + 1
  const sum = `${grouped(total)}${total_is_capped ? ' and more' : ''}`
  const next = nextOf(path, place, next_cursor)
  const previous = page === undefined ? linkTo(path, {}) : page > 1 ? linkTo(path, { page: page - 1 }) : undefined
  return html`<nav class="pager" aria-label="Pages of the list">
<p class="hint">${rowsOf(first, shown)} of ${sum}</p>
<div class="row">${step(previous, page === undefined ? 'To the start' : 'Previous', 'prev')}
${step(next, 'Next', 'next')}</div></nav>`
}

function rowsOf(first: number | undefined, shown: number): string {
  if (first === undefined) return String(shown)
  return shown === 0 ? 'None' : `${grouped(first)}–${grouped(first + shown - 1)}`
}

function nextOf(path: string, { page, perPage }: Place, cursor: string | undefined): string | undefined {
  if (cursor === undefined) return undefined
  return page !== undefined && (page + 1) * perPage <= lastRow
    ? linkTo(path, { page: page + 1 })
    : linkTo(path, { cursor })
}

const step = (to: string | undefined, text: string, rel: string): Html =>
  to === undefined
    ? html`<span class="button off" aria-disabled="true">${text}</span>`
    : html`<a class="button" href="${to}" rel="${rel}">${text}</a>`

/** This path with changed parameters, at the start of its list. A parameter that is undefined or empty is left out. */
export function linkTo(path: string, change: Record<string, string | number | undefined>): string {
  const [where = '/', text = ''] = path.split('?', 2)
  const query = new URLSearchParams(text)
  for (const name of ['page', 'cursor']) query.delete(name)
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined) query.delete(name)
    else query.set(name, String(value))
  }
  const unset = [...query.keys()].filter((name) => query.get(name) === '')
  for (const name of unset) query.delete(name)
  return query.size === 0 ? where : `${where}?${query.toString()}`
}

/** The steps of a list that has cursors only, newest first unless its links are named otherwise. */
export function cursorPager(
  { path }: { path: string },
  cursor: string | undefined,
  nextCursor: string | undefined,
  { next: further = 'Older', first = 'Newest' }: { next?: string; first?: string } = {},
): Part {
  if (cursor === undefined && nextCursor === undefined) return undefined
  const newest = cursor !== undefined && html`<a class="button" href="${linkTo(path, {})}">${first}</a>`
  const next =
    nextCursor !== undefined &&
    html`<a class="button" rel="next" href="${linkTo(path, { cursor: nextCursor })}">${further}</a>`
  return html`<nav class="pager" aria-label="Pages of the list"><div class="row">${newest}${next}</div></nav>`
}
