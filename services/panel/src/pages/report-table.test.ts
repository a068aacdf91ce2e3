import { expect, it } from '@jest/globals'
import { textOf } from '@pagebell/html/template'
import type { Report__Output as Report } from '@pagebell/protos/report/v1/report'
import { testFrame } from '../../test/test-frame.ts'
import { sortableReportTable } from './report-table.ts'

const report = { id: 'one', url: 'https://example.com/', status: 'done', generated_at: '2026-11-21T10:00:00.000Z' }

const shown = (sort_by: string, sort: string): string => {
  const frame = { ...testFrame, path: '/reports?search=a&page=3' }
  const filters = { sort_by, sort, per_page: 25 }
  return textOf(sortableReportTable(frame, filters, [report as unknown as Report]))
}

it('has headers that sort, from the start of the list and with its filters', () => {
  const text = shown('score', 'asc')
  expect(text).toContain('aria-sort="ascending"><a href="/reports?search=a&amp;sort_by=score&amp;sort=desc">Rating</a>')
  expect(text).toContain('<a href="/reports?search=a&amp;sort_by=generated_at&amp;sort=desc">Created</a>')
  expect(text.match(/aria-sort/g)).toHaveLength(1)
})

it('names the order of the API by id like that by time', () => {
  expect(shown('id', 'desc')).toContain('aria-sort="descending"><a href="/reports?search=a&amp;sort_by=generated_at')
})
