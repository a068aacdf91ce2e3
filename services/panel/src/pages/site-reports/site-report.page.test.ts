import { describe, expect, it } from '@jest/globals'
import { textOf } from '@pagebell/html/template'
import { testFrame } from '../../../test/test-frame.ts'
import { hostile, siteIssue, siteReport } from '../../../test/test-site-report.ts'
import { siteOverview } from './site-report.page.ts'

const before = '019abcde-0000-7000-8000-000000000001'
const shown = (report: Parameters<typeof siteReport>[0] = {}, reports: ReturnType<typeof siteReport>[] = []): string =>
  textOf(siteOverview(testFrame, { report: siteReport(report), reports }))

describe('the page of a site report', () => {
  it('has what is new first, then the issues in words, with how many pages and what has changed', () => {
    const change = { added: 12, same: 25, gone: 3, not_requested: 1 }
    const text = shown({ compared_with: before, issues: [siteIssue({ change })] })
    expect(text).toMatch(/New since the last run.*37 pages share a title with another page.*12 new, 3 gone/s)
    expect(text).toContain(`/issues/duplicate_title?not_in=${before}`)
    expect(text.indexOf('id="new"')).toBeLessThan(text.indexOf('id="issues"'))
  })

  it('says which issue the run before did not have at all, and that nothing is new', () => {
    const change = { added: 37, same: 0, gone: 0, not_requested: 0 }
    const notBefore = 'The last run did not have this issue.'
    expect(shown({ compared_with: before, issues: [siteIssue({ change })] })).toContain(notBefore)
    const same = siteIssue({ change: { ...change, added: 0, same: 37 } })
    expect(shown({ compared_with: before, issues: [same] })).toContain('No page has an issue that it did not have')
    expect(shown()).toContain('This is the first report of the site that is kept.')
  })

  it('says what has changed since a run that was deleted, and does not lead to it', () => {
    const change = { added: 12, same: 25, gone: 3, not_requested: 0 }
    const text = shown({ issues: [siteIssue({ change })] })
    expect(text).toMatch(/New since the last run.*\/issues\/duplicate_title">.*12 new, 3 gone/s)
    expect(text).not.toMatch(/not_in=|first report of the site/)
  })

  it('groups an issue by its causes', () => {
    const groups = [{ severity: 'fail', cause: { title: 'Tea' }, pages: 30, first_pages: [] }]
    const text = shown({ issues: [siteIssue({ groups, groups_total: 4 })] })
    expect(text).toMatch(/<td>30<\/td><td><span class="place-name">title:<\/span> <code>Tea<\/code>/)
    expect(text).toContain('and 3 more causes')
  })

  it('shows how the score comes about, and which gate caps it', () => {
    expect(shown()).toContain('710.0 ÷ 10.0 = 71.0.')
    expect(shown({ capped_by: 'indexable' })).toContain('The start page fails:')
    expect(shown({ score: undefined, result: undefined, summary: { formula: null } })).toContain(
      'No page could be rated.',
    )
  })

  it('says how many pages have kept the rating of the report before', () => {
    const counts = { requested: 40, rated: 37, unchanged: 30, failed: 1, redirects: 2, forbidden: 0, waiting: 0 }
    expect(shown({ summary: { counts } })).toContain('37 rated (30 unchanged since the report before), 1 failed')
    expect(shown()).toContain('37 rated, 1 failed')
  })

  it('says which limits were reached, with an example', () => {
    const limit = {
      limit: 'clicks',
      detail: 'Far pages are left out.',
      addresses: 7,
      example: 'https://example.com/deep',
    }
    const text = shown({ is_partial: true, summary: { limits: [limit] } })
    expect(text).toMatch(/Pages may be missing.*Far pages are left out\. 7 addresses concerned, such as <a/s)
    expect(shown()).not.toContain('id="limits"')
  })

  it('lists what is ignored apart from the issues, with page, reason and end', () => {
    const shared = { check: 'orphan', severity: 'warn', title: 'Pages have a single inbound link', pages: 4 }
    const onPage = { ...shared, url: 'https://example.com/tea', reason: 'A landing page.', pages: 1 }
    const ignored = [
      { ...shared, url: null, reason: 'Campaigns.', expires_at: '2027-01-31T12:00:00.000Z' },
      { ...onPage, expires_at: null },
    ]
    const text = shown({ summary: { ignored, ignored_total: 5 } })
    expect(text).toContain('<a href="#ignored">5 ignored issues</a>')
    expect(text).toMatch(
      /<h2 id="ignored">5 ignored issues.*Campaigns\..*2027-01-31.*only on.*A landing page\..*no end/s,
    )
    expect(text).toContain('and 3 more ignored issues')
    expect(text.indexOf('id="issues"')).toBeLessThan(text.indexOf('id="ignored"'))
    expect(shown()).not.toContain('id="ignored"')
  })

  it('leads from each issue to the form that ignores it for the site', () => {
    expect(shown()).toContain('/projects/example.com/settings?ignore=duplicate_title#ignored')
  })

  it('draws score and issues of the last reports, with a table of the same figures', () => {
    const older = siteReport({ id: before, score: 60, created_at: '2026-11-20T10:00:00.000Z' })
    const text = shown({}, [siteReport(), older])
    expect(text).toMatch(/aria-label="Scores of 2 runs: 60 on/)
    expect(text).toMatch(/aria-label="Issues of 2 reports: 1 failure, 0 warnings in the first/)
    expect(text).toContain(`/site-reports/${siteReport().id}/compare?with=${before}`)
    expect(shown({}, [siteReport()])).not.toContain('id="history"')
    const ofBlog = siteReport({ id: before, url: 'https://blog.example.com/' })
    expect(shown({}, [siteReport(), ofBlog])).not.toContain('id="history"')
    expect(shown({ url: 'https://www.example.com/' }, [siteReport(), older])).toContain('id="history"')
  })

  it('reloads itself and can be cancelled while the crawl is under way', () => {
    const text = shown({ status: 'running', requested: 50, waiting: 50, issues: [], summary_json: undefined })
    expect(text).toContain('<noscript><meta http-equiv="refresh" content="5"></noscript>')
    expect(text).toMatch(/<strong>50<\/strong> of at most 200 addresses requested/)
    expect(text).toContain('50 % of the known addresses requested')
    expect(text).toMatch(/action="\/site-reports\/[^"]+\/cancel"/)
    expect(text).not.toMatch(/pages\.csv|id="issues"/)
    expect(shown({ status: 'queued', attempt: 0 })).toContain('It waits for its turn')
    expect(shown({ status: 'running', attempt: 2 })).toContain('this is attempt 2')
  })

  it('says why there is no result', () => {
    const failed = { code: 'dns', message: 'There is no such host.' }
    expect(shown({ status: 'failed', error: failed })).toContain('The crawl failed: There is no such host.')
    expect(shown({ status: 'cancelled' })).toContain('It was cancelled after 40 addresses')
  })

  it('escapes everything that a site has written', () => {
    const cause = { title: hostile, link: 'javascript:alert(1)' }
    const groups = [{ severity: 'fail', cause, pages: 1, first_pages: [hostile] }]
    const limits = [{ limit: 'clicks', detail: hostile, addresses: 1, example: 'javascript:alert(1)' }]
    const sitemaps = [{ url: 'javascript:alert(1)', status: null, problem: hostile }]
    const other_checks = [{ check: 'orphan', status: 'pass', message: hostile }]
    const page = { url: 'javascript:alert(1)', pages: 1, expires_at: null }
    const ignored = [{ check: 'orphan', severity: 'fail', title: hostile, reason: hostile, ...page }]
    const selection = { start: ['links'], max_pages: 5, include: [hostile], exclude: [hostile] }
    const text = shown({
      url: `https://example.com/?${hostile}`,
      selection,
      is_partial: true,
      issues: [siteIssue({ groups, title: hostile, message: hostile, fix: hostile })],
      summary: { limits, sitemaps, other_checks, formula: hostile, ignored, ignored_total: 1 },
    })
    expect(text).not.toMatch(/<script>|<img|href="javascript/)
  })
})
