import { expect, it } from '@jest/globals'
import type { SiteReport__Output as SiteReport } from '@pagebell/protos/report/v1/site_reports'
import { toSiteReportJson } from './to-site-report-json.ts'

/** The counts of a report as the API shows them, by what the analyzer has stored. */
function countsOf(counts: object | null) {
  const selection = { start: ['links'], max_pages: 9, include: [], exclude: [] }
  const summary = counts === null ? {} : { summary_json: Buffer.from(JSON.stringify({ counts })) }
  const report = { selection, issues: [], ...summary } as Partial<SiteReport> as SiteReport
  return toSiteReportJson(report, (path) => path).counts
}

const counts = { requested: 9, rated: 8, failed: 1, redirects: 0, forbidden: 0, waiting: 0 }

it.each([
  ['of unchanged pages', { ...counts, unchanged: 5 }, { ...counts, unchanged: 5 }],
  ['of a report that an older version has made', counts, { ...counts, unchanged: 0 }],
  ['before the end', null, null],
])('shows the counts %s', (_, stored, expected) => {
  expect(countsOf(stored)).toEqual(expected)
})
