import { PassThrough } from 'node:stream'
import { expect, it } from '@jest/globals'
import type { SiteReport } from '../sites/site-report.ts'
import { printSite } from './print-site.ts'

const group = (cause: string) => {
  return { severity: 'warn' as const, cause: { cause }, pages: ['https://example.com/a'], total: 1 }
}
const issue: SiteReport['issues'][number] = {
  check: 'duplicate_title',
  kind: 'site',
  severity: 'warn',
  title: 'Some pages share a title',
  category: 'seo',
  message: '1 page shares a title with another page.',
  fix: 'Change it.',
  weight: 5,
  pages: 1,
  groups: ['one', 'two', 'three', 'four'].map(group),
}
const report: SiteReport = {
  url: 'https://example.com/',
  end: 'finished',
  isPartial: true,
  reached: [],
  counts: { requested: 1, rated: 1, failed: 0, redirects: 0, forbidden: 0, waiting: 0 },
  rating: { score: 50, result: 'decent', capped_by: null, rated: 1, weightedSum: 50, weights: 1, mean: 50 },
  issues: [issue],
  ignored: [],
  ignoredOn: new Map(),
  problems: new Map(),
  otherResults: [{ id: 'orphan', status: 'error', title: 'Links', message: 'This check could not be carried out.' }],
  sitemapFiles: [],
  pages: [],
}

function printed(changes: Partial<SiteReport>): string {
  const out = new PassThrough()
  printSite({ ...report, ...changes }, out as unknown as NodeJS.WriteStream)
  return String(out.read())
}

it('says what is missing in a report that is partial', () => {
  expect(printed({})).toContain('The report is partial: there may be further pages, or some could not be read.')
  const waiting = (number: number) => printed({ counts: { ...report.counts, waiting: number } })
  expect(waiting(1)).toContain('The report is partial: 1 known address was not requested.')
  expect(waiting(2)).toContain('The report is partial: 2 known addresses were not requested.')
})

it('counts one cause, one page and a check that could not be carried out', () => {
  expect(printed({})).toContain('and 1 more cause\n')
  expect(printed({})).toContain('over 1 page, w')
  expect(printed({})).toContain('orphan: not judged. This check could not be carried out.')
})
