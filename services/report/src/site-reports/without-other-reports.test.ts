import { describe, expect, it } from '@jest/globals'
import { withoutOtherReports } from './without-other-reports.ts'

const counts = { requested: 40, rated: 37, failed: 1, redirects: 2, forbidden: 0, waiting: 0 }
const summaryOf = (summary: object) => Buffer.from(JSON.stringify(summary))
const issue = { check: 'h1', pages: 37, groups_json: Buffer.from('[]') }
const report = { id: 'report', project: 'example.com', status: 'done', score: 71 }

describe('a site report without other reports', () => {
  it('has no changes, no unchanged pages and no patterns, and all the rest', () => {
    const selection = { start: ['links'], max_pages: 200, include: ['/shop/*'], exclude: ['/of-a-customer/*'] }
    const stored = {
      ...report,
      selection,
      compared_with: 'before',
      issues: [{ ...issue, change: { added: 12, same: 25, gone: 3, not_requested: 1 } }],
      summary_json: summaryOf({ ended_by: 'finished', counts: { ...counts, unchanged: 5 } }),
    }
    expect(withoutOtherReports(stored)).toEqual({
      ...report,
      selection: { ...selection, include: [], exclude: [] },
      issues: [issue],
      summary_json: summaryOf({ ended_by: 'finished', counts }),
      as_public: true,
    })
  })

  it('is as it was before there is a result', () => {
    expect(withoutOtherReports({ ...report, status: 'running' })).toEqual({
      ...report,
      status: 'running',
      issues: [],
      as_public: true,
    })
  })
})
