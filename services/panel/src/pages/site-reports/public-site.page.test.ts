import { describe, expect, it } from '@jest/globals'
import { textOf } from '@pagebell/html/template'
import { testFrame } from '../../../test/test-frame.ts'
import { hostile, siteIssue, sitePage, siteReport } from '../../../test/test-site-report.ts'
import { publicSitePage } from './public-site.page.ts'
import { publicIssuePage, publicPagesPage } from './public-site-parts.page.ts'
import { siteOverview } from './site-report.page.ts'

const visitor = { isOwner: false }
const filters = { sort: 'score' as const, per_page: 25 }
const causes = { duplicate_title: { severity: 'fail', causes: [{ title: 'Tea' }] } }
const found = { pages: [sitePage({ issues: causes })], next_cursor: 'more' }

type Report = Parameters<typeof siteReport>[0]
const publicOf = (report: Report = {}) => siteReport({ privacy: 0, listed: false, ...report })
const shown = (report?: Report, viewer = visitor): string => textOf(publicSitePage(testFrame, publicOf(report), viewer))

describe('the public page of a site report', () => {
  it('has the score, the issues with their causes, and links to its own parts alone', () => {
    const groups = [{ severity: 'fail', cause: { title: 'Tea' }, pages: 30, first_pages: [] }]
    const text = shown({ issues: [siteIssue({ groups })] })
    const path = `/s/${siteReport().id}`
    expect(text).toContain('<h1>example.com scores 71 of 100</h1>')
    expect(text).toMatch(/37 pages share a title with another page.*Tea/s)
    const inside = [...text.matchAll(/href="(\/[^"]*)"/g)].map(([, to]) => to)
    expect(new Set(inside)).toEqual(new Set(['/', path, `${path}/pages`, `${path}/issues/duplicate_title`]))
  })

  it('leads a visitor nowhere into the account, and speaks of no other report', () => {
    const report = publicOf()
    const [issue = siteIssue()] = report.issues
    const parts = [
      publicSitePage(testFrame, report, visitor),
      publicPagesPage(testFrame, { report, filters, found }, visitor),
      publicIssuePage(testFrame, { report, issue, filters, found, other: undefined }, visitor),
    ].map(textOf)
    for (const text of parts) expect(text).not.toMatch(/last run|site-reports/)
  })

  it('leads the owner alone to where it is managed', () => {
    const link = `href="/site-reports/${siteReport().id}"`
    expect(shown({}, { isOwner: true })).toContain(link)
    expect(shown()).not.toContain(link)
  })

  it.each([
    [{ privacy: 0, listed: false }, true],
    [{ privacy: 0, listed: true }, false],
    [{ privacy: 1, listed: true }, true],
    [{ privacy: 2, listed: true }, true],
  ])('of %j is kept from search engines: %p; its parts always are', (report, expected) => {
    const noindex = '<meta name="robots" content="noindex">'
    expect(shown(report).includes(noindex)).toBe(expected)
    expect(textOf(publicPagesPage(testFrame, { report: publicOf(report), filters, found }, visitor))).toContain(noindex)
    expect(shown(report).includes('og:title')).toBe(report.privacy === 0)
  })

  it('shows how far a crawl is, and reloads itself, without a button that ends it', () => {
    const text = shown({ status: 'running', requested: 50, waiting: 50, issues: [], summary_json: undefined })
    expect(text).toContain('<noscript><meta http-equiv="refresh" content="5"></noscript>')
    expect(text).toMatch(/<strong>50<\/strong> of at most 200 addresses requested/)
    expect(text).not.toMatch(/<form|id="issues"/)
  })

  it('has its pages and its issues a part at a time', () => {
    const report = publicOf()
    const pages = textOf(publicPagesPage(testFrame, { report, filters, found }, visitor))
    expect(pages).toMatch(new RegExp(`action="/s/${report.id}/pages#list".*rel="next"`, 's'))
    expect(pages).toContain(`href="/s/${report.id}/issues/duplicate_title"`)
    const issue = siteIssue({ change: null })
    const one = textOf(publicIssuePage(testFrame, { report, issue, filters, found, other: undefined }, visitor))
    expect(one).toMatch(/<h1>37 pages share a title with another page<.*example\.com\/tea/s)
  })

  it('escapes everything that a site has written', () => {
    const groups = [
      { severity: 'fail', cause: { title: hostile, link: 'javascript:alert(1)' }, pages: 1, first_pages: [] },
    ]
    const issues = [siteIssue({ groups, title: hostile, message: hostile, fix: hostile })]
    const text = shown({
      project: hostile,
      url: `https://example.com/?${hostile}`,
      issues,
      summary: { formula: hostile },
    })
    expect(text).not.toMatch(/<script>|<img|href="javascript/)
  })
})

describe('its owner', () => {
  const owned = (report: Report = {}): string =>
    textOf(siteOverview(testFrame, { report: siteReport(report), reports: [] }))

  it('copies its link, and sees who else can read it', () => {
    const link = `<code id="share-link">https://pagebell.example/s/${siteReport().id}</code>`
    expect(owned({ privacy: 0 })).toContain(link)
    expect(owned({ privacy: 0 })).toContain('Anyone with this link sees the report')
    expect(owned({ privacy: undefined })).toContain('The report is private')
    expect(owned({ privacy: 1 })).toMatch(/action="\/site-reports\/[^"]+\/privacy"/)
  })
})
