import { type Html, html, type Part } from '../html.ts'
import { grouped } from './number.ts'

/** Pages reach this row; a cursor goes on from there. */
const lastRow = 10_000

type Place = { page: number | undefined; perPage: number; shown: number }
type Found = { total: number; total_is_capped: boolean; next_cursor?: string | undefined }

/** Where in a list one is and the ways on: by number as far as numbers reach, then by cursor. */
export function pager(path: string, place: Place, found: Found): Part {
  const { page, perPage, shown } = place
  const { total, total_is_capped, next_cursor } = found
  // The count above the list says it all.
  if (total <= perPage && page === 1) return undefined

  const first = page === undefined ? undefined : (page - 1) * perPage + 1
  const sum = `${grouped(total)}${total_is_capped ? ' and more' : ''}`
  const next = nextOf(path, place, next_cursor)
  const previous = page === undefined ? linkTo(path, {}) : page > 1 ? linkTo(path, { page: page - 1 }) : undefined
  return html`<nav class="pager" aria-label="Pages of the list">
<p class="hint">${first === undefined ? `${shown} of ${sum}` : shown === 0 ? `None of ${sum}` : `${grouped(first)}–${grouped(first + shown - 1)} of ${sum}`}</p>
<div class="row">${step(previous, page === undefined ? 'To the start' : 'Previous', 'prev')}${step(next, 'Next', 'next')}</div></nav>`
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

/** This address with other parameters; an undefined one is left out, and one is always at the start of the new list. */
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
