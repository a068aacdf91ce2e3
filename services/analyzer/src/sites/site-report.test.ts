import { describe, expect, it } from '@jest/globals'
import { type Suppression, suppressionsAt } from '@pagebell/scoring/suppressions'
import { loadSiteChecks } from '@pagebell/site-checks/load-site-checks'
import { type CrawledPage, crawledSite, origin } from '../../test/crawled-site.ts'
import { siteReport } from './site-report.ts'

const checks = await loadSiteChecks()
const ignoring = (check: string, path: string | null = null, more: Partial<Suppression> = {}): Suppression => ({
  check,
  url: path === null ? null : origin + path,
  reason: `${check} is meant so.`,
  expires_at: null,
  ...more,
})

function judge(pages: Record<string, CrawledPage>, suppressions: Suppression[]) {
  const { rating, issues, ignored, ...report } = siteReport(
    crawledSite(pages),
    checks,
    suppressionsAt(suppressions, '2026-11-27T12:00:00.000Z'),
  )
  const problems = Object.fromEntries([...report.problems].map(([url, found]) => [url, found.map(({ id }) => id)]))
  return {
    rating,
    scores: report.pages.map(({ score }) => score),
    issues: issues.map(({ check, severity, pages: number }) => `${check} ${severity} ${number}`),
    ignored: ignored.map(({ check, severity, url, pages: number }) => `${check} ${severity} ${number} ${url ?? 'all'}`),
    problems,
    ignoredOn: Object.fromEntries(report.ignoredOn),
    others: report.otherResults.map(({ id }) => id),
    reasons: ignored.map(({ reason, expires_at }) => ({ reason, expires_at })),
  }
}

const h1 = { h1: { status: 'fail', weight: 5 } } as const
const both = { ...h1, title: { status: 'warn', weight: 4 } } as const
const rated: CrawledPage = { score: 47, problems: both, passed: { https: 6 } }

describe('a page check that is ignored', () => {
  it('on all pages counts in no score and is no issue, and is shown apart', () => {
    const report = judge({ '/': rated, '/a': rated }, [ignoring('h1')])
    // (2 + 6) of (4 + 6)
    expect(report.scores).toEqual([80, 80])
    expect(report.rating).toMatchObject({ score: 80, mean: 80, capped_by: null })
    expect(report.issues).toEqual(['title warn 2'])
    expect(report.ignored).toEqual(['h1 fail 2 all'])
    expect(report.reasons).toEqual([{ reason: 'h1 is meant so.', expires_at: null }])
    expect(report.ignoredOn[`${origin}/a`]).toEqual([{ check: 'h1', severity: 'fail' }])
    expect(report.problems[`${origin}/a`]).toEqual(['title'])
  })

  it('on one page counts on the others', () => {
    const report = judge({ '/': rated, '/a': rated }, [ignoring('h1', '/a')])
    expect(report.scores).toEqual([47, 80])
    expect(report.issues).toEqual(['h1 fail 1', 'title warn 2'])
    expect(report.ignored).toEqual([`h1 fail 1 ${origin}/a`])
  })

  it('has the reason of the page where there is one, and that of the project elsewhere', () => {
    const own = ignoring('h1', '/a', { reason: 'Its own.', expires_at: '2027-01-01T00:00:00.000Z' })
    const report = judge({ '/': rated, '/a': rated, '/b': rated }, [own, ignoring('h1')])
    expect(report.ignored).toEqual(['h1 fail 2 all', `h1 fail 1 ${origin}/a`])
    expect(report.reasons[1]).toEqual({ reason: 'Its own.', expires_at: '2027-01-01T00:00:00.000Z' })
  })

  it('leaves the score of the analyzer alone where it changes nothing', () => {
    const expired = ignoring('title', null, { expires_at: '2026-11-27T12:00:00.000Z' })
    const report = judge({ '/': rated }, [ignoring('lang'), ignoring('h1', '/other'), expired])
    expect(report).toMatchObject({ scores: [47], issues: ['h1 fail 1', 'title warn 1'], ignored: [] })
  })

  it('is no issue that is ignored where it passed, and does not count there either', () => {
    const report = judge({ '/': rated }, [ignoring('https')])
    // 2 of (5 + 4)
    expect(report).toMatchObject({ scores: [22], ignored: [] })
  })
})

describe('the gate of a site', () => {
  const gated: CrawledPage = { score: 48, problems: { indexable: { status: 'fail', weight: 0 } }, passed: { https: 6 } }

  it.each([
    ['counts', [], 48, 'indexable'],
    ['does not cap, ignored on the start page', [ignoring('indexable', '/')], 100, null],
    ['does not cap, ignored on all pages', [ignoring('indexable')], 100, null],
    ['counts, ignored on another page', [ignoring('indexable', '/a')], 48, 'indexable'],
  ] as const)('%s', (_, suppressions, score, capped_by) => {
    const { rating } = judge({ '/': gated, '/a': { score: 100, problems: {}, passed: { https: 6 } } }, [
      ...suppressions,
    ])
    expect(rating).toMatchObject({ score, capped_by })
  })

  it.each([
    ['http_status', { status: 404, facts: null }],
    ['robots_allows', { status: null, failure: 'robots', facts: null }],
  ])('%s of a start page that was not read is ignored as well', (gate, start) => {
    const pages = { '/': start, '/a': { score: 90, problems: {}, passed: { https: 6 } } }
    expect(judge(pages, []).rating).toMatchObject({ score: 48, capped_by: gate })
    expect(judge(pages, [ignoring(gate, '/')]).rating).toMatchObject({ score: 90, capped_by: null })
  })
})

describe('a site check that is ignored', () => {
  const shared = { '/': { title: 'Tea' }, '/a': { title: 'Tea' }, '/b': { title: 'Tea' }, '/c': { title: 'Tea' } }

  it('is shown apart, with its pages, and is neither an issue nor a check that passed', () => {
    const report = judge(shared, [ignoring('duplicate_title')])
    expect(report).toMatchObject({ issues: [], ignored: ['duplicate_title fail 4 all'] })
    expect(report.others).not.toContain('duplicate_title')
    expect(Object.keys(report.ignoredOn)).toHaveLength(4)
  })

  it('on one page is an issue of the others', () => {
    const report = judge(shared, [ignoring('duplicate_title', '/a')])
    expect(report.issues).toEqual(['duplicate_title warn 3'])
    expect(report.ignored).toEqual([`duplicate_title fail 1 ${origin}/a`])
  })
})
