import { expect, it } from '@jest/globals'
import { textOf } from '@pagebell/html/template'
import { testFrame } from '../../test/test-frame.ts'
import { reportsPage } from './reports.page.ts'

type Shown = Parameters<typeof reportsPage>[1]
const filters = { sort_by: 'generated_at', sort: 'desc', per_page: 25, page: 1 }

it('shows in an empty list what to do, with nothing after the sentence', () => {
  const found = { reports: [], total: 0, total_is_capped: false } as unknown as Shown['found']
  expect(textOf(reportsPage(testFrame, { filters, found, form: {} }))).toContain('the report stays here.</p></div>')
})

it.each([
  [true, 'Export (at most 100,000 reports): '],
  [false, 'Export: '],
])('says how many reports a file has if the total is capped (%p)', (total_is_capped, text) => {
  const generated_at = '2026-11-21T10:00:00.000Z'
  const reports = [{ id: 'a', url: 'https://example.com/', status: 'done', score: 71, privacy: 1, generated_at }]
  const found = { reports, total: 10_000, total_is_capped } as unknown as Shown['found']
  expect(textOf(reportsPage(testFrame, { filters, found, form: {} }))).toContain(text)
})
