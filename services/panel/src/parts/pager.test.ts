import { expect, it } from '@jest/globals'
import { html, textOf } from '@pagebell/html/template'
import { linkTo, pager } from './pager.ts'

const shown = (path: string, page: number | undefined, total: number, next_cursor?: string): string =>
  textOf(
    html`${pager(path, { page, perPage: 100, shown: 100 }, { total, total_is_capped: total === 10_000, next_cursor })}`,
  )

it('links pages by number up to row 10,000', () => {
  const text = shown('/reports?sort=asc&page=2', 2, 450, 'c')
  expect(text).toContain('101–200 of 450')
  expect(text).toContain('href="/reports?sort=asc&amp;page=1"')
  expect(text).toContain('href="/reports?sort=asc&amp;page=3"')
})

it('continues by cursor beyond row 10,000', () => {
  expect(shown('/reports?page=99', 99, 10_000, 'c')).toContain('page=100')
  const text = shown('/reports?page=100', 100, 10_000, 'the cursor')
  expect(text).toContain('of 10,000 and more')
  expect(text).toContain('href="/reports?cursor=the+cursor"')
})

it('leads back to the start from a cursor, and nowhere after the last page', () => {
  const text = shown('/reports?sort=asc&cursor=x', undefined, 10_000)
  expect(text).toContain('href="/reports?sort=asc"')
  expect(text).toContain('aria-disabled="true">Next')
})

it('drops empty fields and the place in the list when a filter changes', () => {
  expect(linkTo('/reports?search=&result=bad&page=4', { sort: 'asc' })).toBe('/reports?result=bad&sort=asc')
  expect(linkTo('/reports?result=bad', { result: undefined })).toBe('/reports')
})
