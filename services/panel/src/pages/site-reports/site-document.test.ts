import { describe, expect, it } from '@jest/globals'
import { testFrame } from '../../../test/test-frame.ts'
import { hostile, siteIssue, sitePage, siteReport } from '../../../test/test-site-report.ts'
import { maxDocumentPages, siteDocument, siteDocumentName } from './site-document.ts'

const styles = 'main > p { content: "a" }'
const group = { severity: 'fail', cause: { title: 'Tea' }, pages: 30, first_pages: ['https://example.com/1'] }
const written = (
  report: Parameters<typeof siteReport>[0] = {},
  pages = [sitePage({ issues: { duplicate_title: { severity: 'fail' } } })],
  hasMore = false,
) => siteDocument(testFrame, { report: { ...siteReport(report), as_public: true }, pages, hasMore }, styles).text

describe('the document of a site report', () => {
  it('is one file that loads nothing, runs nothing and leads nowhere but to pages', () => {
    const text = written({ issues: [siteIssue({ groups: [group] })] })
    expect(text).toMatch(/^<!doctype html>.*http-equiv="content-security-policy" content="default-src &#39;none/s)
    expect(text).toContain(`<style>${styles}</style>`)
    expect(text).not.toMatch(/<(script|link|img|iframe|form|base|object)\b|\ssrc=|\sstyle=|url\(|\shx-|data-hx-/)
    const links = [...text.matchAll(/href="([^"]*)"/g)].map(([, to]) => to)
    expect(links.length).toBeGreaterThan(2)
    expect(links.filter((to) => !to?.startsWith('https://example.com/'))).toEqual([])
  })

  it('has the score, every issue open with its causes and pages, and the pages', () => {
    const text = written({ issues: [siteIssue({ groups: [group], groups_total: 4 })] })
    expect(text).toContain('<h1>example.com scores 71 of 100</h1>')
    expect(text).toContain('ended 2026-11-27 10:05:00 UTC')
    expect(text).toContain('710.0 ÷ 10.0 = 71.0.')
    expect(text).toMatch(/<details class="finding" open>.*37 pages share a title with another page.*How to fix:/s)
    expect(text).toMatch(/Tea<.*example\.com\/1<.*and 29 more pages.*and 3 more causes/s)
    expect(text).toMatch(/1 address, the lowest score first\..*example\.com\/tea<.*Many pages share a title/s)
    expect(text).not.toMatch(/ago|just now/)
  })

  it('says of a page check on how many pages it fails, and on how many it warns', () => {
    const one = { cause: {}, first_pages: ['https://example.com/1'] }
    const groups = [
      { ...one, severity: 'fail', pages: 30 },
      { ...one, severity: 'warn', pages: 470 },
    ]
    const text = written({ issues: [siteIssue({ kind: 'page', pages: 500, groups, groups_total: 2 })] })
    expect(text).toMatch(/500 pages: .*30 pages<.*and 29 more pages.*470 pages<.*and 469 more pages/s)
    expect(written({ issues: [siteIssue({ groups: groups.slice(0, 1) })] })).not.toContain('>30 pages<')
  })

  it('says how many pages it has, of how many', () => {
    const pages = Array.from({ length: maxDocumentPages }, (_, index) =>
      sitePage({ url: `https://example.com/${index}` }),
    )
    const text = written({ requested: 10_000 }, pages, true)
    expect(text).toContain('The 1,000 with the lowest scores, of 10,000 addresses.')
    expect(text.match(/<tr>/g)).toHaveLength(1_001)
  })

  it('of many long addresses has less than 6 MB, and says what it has no room for', () => {
    const long = (index: number): string => `https://example.com/${index}/${'&'.repeat(2_000)}`
    const first_pages = Array.from({ length: 20 }, (_, index) => long(index))
    const groups = Array.from({ length: 100 }, () => ({
      severity: 'fail',
      cause: { link: long(0) },
      pages: 50,
      first_pages,
    }))
    const issues = Array<ReturnType<typeof siteIssue>>(60).fill(siteIssue({ groups, groups_total: 900 }))
    const pages = Array.from({ length: maxDocumentPages }, (_, index) =>
      sitePage({ url: long(index), redirects_to: long(1) }),
    )
    const text = written({ issues, requested: 1_000 }, pages)
    expect(text.length).toBeLessThan(6_000_000)
    expect(text).toMatch(/and \d+ more issues, for which this file has no room/)
    expect(text).toMatch(/The \d+ with the lowest scores, of 1,000 addresses\./)
  })

  it('escapes everything that a site has written', () => {
    const cause = { title: hostile, link: 'javascript:alert(1)' }
    const groups = [{ severity: 'fail', cause, pages: 1, first_pages: [hostile, 'javascript:alert(1)'] }]
    const limits = [{ limit: 'clicks', detail: hostile, addresses: 1, example: 'javascript:alert(1)' }]
    const sitemaps = [{ url: 'javascript:alert(1)', status: null, problem: hostile }]
    const other_checks = [{ check: 'orphan', status: 'pass', message: hostile }]
    const issues = [siteIssue({ groups, title: hostile, message: hostile, fix: hostile })]
    const page = { url: 'javascript:alert(1)', redirects_to: hostile, failure: hostile }
    const ofPage = { [hostile]: { severity: 'fail', causes: [cause] } }
    const summary = { limits, sitemaps, other_checks, formula: hostile }
    const site = { url: `https://example.com/?${hostile}`, is_partial: true, issues, summary }
    expect(written(site, [sitePage({ ...page, issues: ofPage })])).not.toMatch(/<script>|<img|href="javascript/)
  })

  it('says why a report has no result', () => {
    const failed = { status: 'failed', error: { code: 'dns', message: 'There is no such host.' }, score: undefined }
    expect(written({ ...failed, issues: [], summary_json: undefined }, [])).toContain('There is no such host.')
  })

  it.each([
    ['example.com', 'site-report-example.com-2026-11-27.html'],
    ['xn--bcher-kva.example', 'site-report-b-cher.example-2026-11-27.html'],
  ])('of %s is named %s', (project, name) => {
    expect(siteDocumentName(siteReport({ project }))).toBe(name)
  })
})
