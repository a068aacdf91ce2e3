import { describe, expect, it } from '@jest/globals'
import { maxPayloadBytes } from '@pagebell/rpc/mux-contract'
import { suppressionsAt } from '@pagebell/scoring/suppressions'
import { loadSiteChecks } from '@pagebell/site-checks/load-site-checks'
import { type CrawledPage, crawledSite, origin } from '../../test/crawled-site.ts'
import { siteReport } from '../sites/site-report.ts'
import { sitePages, siteResult } from './site-result.ts'

const checks = await loadSiteChecks()
const json = (bytes: Buffer | Uint8Array | string | undefined) => JSON.parse(String(bytes))
const h1 = { h1: { status: 'warn', weight: 5 } } as const

describe('a site of 10,000 addresses of 2,000 characters', () => {
  const tail = 'x'.repeat(1_950)
  const path = (index: number) => `/${String(index).padStart(5, '0')}/${tail}`
  // Each page links to five broken ones and to five redirects, and shares its title with another page.
  const pages = Object.fromEntries(
    Array.from({ length: 10_000 }, (_, index): [string, CrawledPage] => {
      if (index % 4 === 1) return [path(index), { status: 404, facts: null }]
      if (index % 4 === 3) return [path(index), { status: 301, facts: null, redirectsTo: origin + path(index - 1) }]
      const links = [1, 3, 5, 7, 9, 11, 13, 15, 17, 19].map((step) => origin + path((index + step) % 10_000))
      return [path(index), { title: `Tea ${index >> 2}`, score: 50, problems: h1, passed: { https: 6 }, links }]
    }),
  )
  const report = siteReport(crawledSite(pages), checks)

  it('has a result of one message, with the first causes of each issue and the number of all', () => {
    const { issues, summary_json } = siteResult(report, 0)
    const bytes = issues.reduce((sum, issue) => sum + (issue.groups_json?.length ?? 0), summary_json?.length ?? 0)
    expect(bytes).toBeLessThan(maxPayloadBytes / 2)
    const broken = issues.find(({ check }) => check === 'links_to_broken')
    const groups = json(broken?.groups_json)
    expect(broken).toMatchObject({ groups_total: 2_500, pages: 5_000 })
    expect(groups.length).toBeGreaterThan(20)
    expect(groups[0]).toMatchObject({ severity: 'fail', cause: { answer: 404 }, pages: 10 })
  })

  it('has all pages, in portions of one message each', () => {
    const portions = [...sitePages(report)]
    expect(portions.flat()).toHaveLength(10_000)
    expect(new Set(portions.flat().map(({ url }) => url)).size).toBe(10_000)
    for (const portion of portions) {
      const bytes = portion.reduce(
        (sum, { url, issues_json }) => sum + (url?.length ?? 0) + (issues_json?.length ?? 0),
        0,
      )
      expect(bytes).toBeLessThan(maxPayloadBytes / 2)
    }
    expect(portions.length).toBeGreaterThan(20)
  })
})

it('a usual site has all causes, 500 pages a portion', () => {
  const pages = Object.fromEntries(
    Array.from({ length: 700 }, (_, index): [string, CrawledPage] => [`/${index}`, { title: `Tea ${index % 90}` }]),
  )
  const report = siteReport(crawledSite(pages), checks)
  const issue = siteResult(report, 0).issues.find(({ check }) => check === 'duplicate_title')
  expect(json(issue?.groups_json)).toHaveLength(90)
  expect([...sitePages(report)].map(({ length }) => length)).toEqual([500, 200])
})

it('a page check has the number of its pages by outcome, and the first of them', () => {
  const title = (status: 'warn' | 'fail'): CrawledPage => ({ score: 60, problems: { title: { status, weight: 5 } } })
  const pages = Object.fromEntries(
    Array.from({ length: 500 }, (_, index) => [`/${index}`, title(index < 30 ? 'fail' : 'warn')]),
  )
  const [issue] = siteResult(siteReport(crawledSite(pages), checks), 0).issues
  expect(issue).toMatchObject({ check: 'title', severity: 'fail', pages: 500, groups_total: 2 })
  const groups: { severity: string; pages: number; first_pages: string[] }[] = json(issue?.groups_json)
  expect(groups.map(({ severity, pages: number, first_pages }) => [severity, number, first_pages.length])).toEqual([
    ['fail', 30, 20],
    ['warn', 470, 20],
  ])
})

it('what is ignored is in the summary with its reason, and on its pages apart from what counts', () => {
  const page: CrawledPage = {
    score: 60,
    problems: { ...h1, lang: { status: 'fail', weight: 2 } },
    passed: { https: 6 },
  }
  const ignoring = { check: 'h1', url: `${origin}/a`, reason: 'A logo.', expires_at: null }
  const suppressions = suppressionsAt([ignoring], '2026-11-27T12:00:00.000Z')
  const report = siteReport(crawledSite({ '/': page, '/a': page }), checks, suppressions)
  const { summary_json, issues } = siteResult(report, 0)
  const issue = {
    kind: 'page',
    severity: 'warn',
    title: 'h1 warns',
    category: 'seo',
    pages: 1,
    first_pages: [`${origin}/a`],
  }
  expect(json(summary_json)).toMatchObject({ ignored: [{ ...ignoring, ...issue }], ignored_total: 1 })
  expect(issues.map(({ check, pages }) => `${check} ${pages}`)).toEqual(['lang 2', 'h1 1'])
  const [[first, second] = []] = [...sitePages(report)]
  expect([json(first?.issues_json), json(first?.ignored_json)]).toEqual([
    { h1: { severity: 'warn' }, lang: { severity: 'fail' } },
    {},
  ])
  expect([json(second?.issues_json), json(second?.ignored_json)]).toEqual([
    { lang: { severity: 'fail' } },
    { h1: { severity: 'warn' } },
  ])
})

it('more ignored issues than are listed are counted', () => {
  const pages = Object.fromEntries(
    Array.from({ length: 150 }, (_, index): [string, CrawledPage] => [`/${index}`, { score: 60, problems: h1 }]),
  )
  const ignored = Object.keys(pages).map((path) => {
    return { check: 'h1', url: origin + path, reason: 'A logo.', expires_at: null }
  })
  const summary = json(siteResult(siteReport(crawledSite(pages), checks, suppressionsAt(ignored, '')), 0).summary_json)
  expect([summary.ignored.length, summary.ignored_total]).toEqual([100, 150])
})
