import { expect, it } from '@jest/globals'
import { textOf } from '@pagebell/html/template'
import { testFrame } from '../../../test/test-frame.ts'
import { hostile, siteIssue, sitePage, siteReport } from '../../../test/test-site-report.ts'
import { compareSitesPage } from './compare-sites.page.ts'
import { siteIssuePage } from './site-issue.page.ts'
import { sitePagesPage } from './site-pages.page.ts'

const before = siteReport({ id: '019abcde-0000-7000-8000-000000000001', created_at: '2026-11-20T10:00:00.000Z' })
const change = { added: 12, same: 25, gone: 3, not_requested: 1 }
const report = siteReport({ compared_with: before.id })
const filters = { sort: 'score' as const, per_page: 25 }
const causes = { duplicate_title: { severity: 'fail', causes: [{ title: 'Tea' }] } }

function issueText(
  issue = siteIssue({ change }),
  pages = [sitePage({ issues: causes })],
  other?: typeof report,
): string {
  const found = { pages, next_cursor: 'more' }
  return textOf(siteIssuePage(testFrame, { report, issue, filters, found, other }))
}

it('an issue has its causes with their first pages, and its pages a part at a time', () => {
  const first_pages = Array.from({ length: 20 }, (_, index) => `https://example.com/${index}`)
  const group = { severity: 'fail', cause: { title: 'Tea' }, pages: 30, first_pages }
  const groups = Array.from({ length: 12 }, () => group)
  const text = issueText(siteIssue({ groups, groups_total: 120 }))
  expect(text).toContain('2 further causes')
  expect(text).toContain('and 25 more pages')
  expect(text).toContain('and 108 more causes')
  expect(text.match(/>https:\/\/example\.com\/4</g)).toHaveLength(10)
  expect(text).not.toContain('>https://example.com/5<')
  expect(text).toMatch(/\/tea<.*<span class="two"><span class="place-name">title:<\/span> <code>Tea/s)
  expect(text).toContain('rel="next"')
})

it('an issue leads to the pages that are new, and to those that are gone', () => {
  const text = issueText()
  expect(text).toContain(`${report.id}/issues/duplicate_title?not_in=${before.id}`)
  expect(text).toContain(`${before.id}/issues/duplicate_title?not_in=${report.id}`)
  expect(text).toContain('1 of those that are gone were not requested this time.')
  expect(issueText(undefined, [], before)).toMatch(/aria-current="true">New since the last run/)
})

it('an issue leads to the forms that ignore it, for the site and for each page', () => {
  const text = issueText()
  expect(text).toContain('href="/projects/example.com/settings?ignore=duplicate_title#ignored">Ignore for this site<')
  const page = encodeURIComponent('https://example.com/tea')
  expect(text).toMatch(
    new RegExp(
      `href="/projects/example.com/settings\\?ignore=duplicate_title&amp;page=${page}#ignored">Ignore for this page`,
    ),
  )
})

it('a page shows what is ignored on it beside what counts', () => {
  const page = sitePage({ issues: causes, ignored: { orphan: { severity: 'warn' } } })
  const shown = (pages: (typeof page)[]) => textOf(sitePagesPage(testFrame, { report, filters, found: { pages } }))
  expect(shown([page])).toMatch(
    /<summary>1 failure, 0 warnings, 1 ignored<.*Warning<\/span> Links to each page, ignored</s,
  )
  expect(shown([sitePage({ ignored: { h1: { severity: 'warn' } } })])).toContain('0 failures, 0 warnings, 1 ignored')
  expect(shown([sitePage({})])).not.toContain('ignored')
})

it('the pages of a report are sorted by their headers, and filtered by an issue', () => {
  const found = { pages: [sitePage({ issues: causes, failure: 'timeout' })] }
  const text = textOf(sitePagesPage(testFrame, { report, filters, found }))
  expect(text).toContain('aria-sort="ascending"><a href="/?sort=score">')
  expect(text).toContain('<option value="duplicate_title">Many pages share a title (37)</option>')
  expect(text).toMatch(/<summary>1 failure, 0 warnings<.*issues\/duplicate_title">Many pages share a title</s)
})

const compared = (title: string, counts: object) => {
  const whole = { added: 0, same: 0, gone: 0, not_requested: 0, ...counts }
  return { check: 'title', severity: 'fail', title, change: whole }
}

it('two reports are compared by what is new, what is fewer and what is as before', () => {
  const issues = [compared('A', { added: 2 }), compared('B', { gone: 3, not_requested: 1 }), compared('C', { same: 4 })]
  const shown = { report, reports: [report, before], compared: { report, with: before, issues } }
  const text = textOf(compareSitesPage(testFrame, shown))
  expect(text).toMatch(/Issues with new pages.*>A<.*Issues with fewer pages.*>B<.*Issues without change.*>C</s)
  expect(text).toContain(`${report.id}/issues/title?not_in=${before.id}`)
  expect(text).toContain(`${before.id}/issues/title?not_in=${report.id}`)
  const none = textOf(compareSitesPage(testFrame, { report, reports: [report], compared: undefined, reason: 'None.' }))
  expect(none).toContain('Nothing to compare with')
})

it('escapes everything that a site has written', () => {
  const cause = { title: hostile, link: 'javascript:alert(1)' }
  const issues = { duplicate_title: { severity: 'fail', causes: [cause] } }
  const pages = [sitePage({ url: 'javascript:alert(1)', redirects_to: hostile, failure: hostile, issues })]
  const groups = [{ severity: 'fail', cause, pages: 1, first_pages: ['javascript:alert(1)', hostile] }]
  const issue = siteIssue({ title: hostile, message: hostile, fix: hostile, groups })
  const of = { ...report, issues: [issue] }
  const texts = [
    issueText(issue, pages),
    textOf(sitePagesPage(testFrame, { report: of, filters, found: { pages } })),
    textOf(
      compareSitesPage(testFrame, {
        report: of,
        reports: [],
        compared: { report: of, with: before, issues: [compared(hostile, { added: 1 })] },
      }),
    ),
  ]
  for (const text of texts) expect(text).not.toMatch(/<script>|<img|href="javascript/)
})
