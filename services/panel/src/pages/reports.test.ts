import { expect, it } from '@jest/globals'
import type { Frame } from '../frame.ts'
import { textOf } from '../html.ts'
import { reportPage } from './report.ts'
import { reportsPage } from './reports.ts'

const frame: Frame = {
  path: '/reports',
  email: 'you@example.com',
  formToken: '',
  notice: undefined,
  asset: (name) => name,
  now: Date.now(),
  publicOrigin: 'https://pagebell.example',
  needsSecureContext: true,
}

it('says in an empty list what to do, with nothing behind the sentence', () => {
  const filters = { sort_by: 'generated_at', sort: 'desc', per_page: 25, page: 1 }
  const found = { reports: [], total: 0, total_is_capped: false } as unknown as Parameters<
    typeof reportsPage
  >[1]['found']
  expect(textOf(reportsPage(frame, { filters, found, form: {} }))).toContain('the report stays here.</p></div>')
})

it.each([
  ['https://example.com/', 'refused', true],
  ['https://example.com/', 'dns', false],
  ['http://example.com/', 'refused', false],
])('tells of plain HTTP where %s failed by %s: %p', (url, code, told) => {
  const report = { id: 'one', url, status: 'failed', error: { code, message: 'It failed.' }, notes: [], privacy: 1 }
  const shown = { report, runs: [] } as unknown as Parameters<typeof reportPage>[1]
  expect(textOf(reportPage(frame, shown)).includes('is rated at its http:// address')).toBe(told)
})
