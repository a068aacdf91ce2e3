import { expect, it } from '@jest/globals'
import { textOf } from '@pagebell/html/template'
import { testFrame } from '../../test/test-frame.ts'
import { reportsPage } from './reports.page.ts'

type Shown = Parameters<typeof reportsPage>[1]

it('shows in an empty list what to do, with nothing after the sentence', () => {
  const filters = { sort_by: 'generated_at', sort: 'desc', per_page: 25, page: 1 }
  const found = { reports: [], total: 0, total_is_capped: false } as unknown as Shown['found']
  expect(textOf(reportsPage(testFrame, { filters, found, form: {} }))).toContain('the report stays here.</p></div>')
})
