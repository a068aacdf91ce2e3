import { describe, expect, it } from '@jest/globals'
import type { ExpectedSite, ListedPage, SiteReport } from './results.ts'
import { noneOf, tableLine } from './row.ts'
import {
  judgeFindings,
  judgeMemory,
  judgePages,
  judgeReports,
  judgeRequests,
  judgeSameResult,
  judgeTime,
} from './verdicts.ts'

const origin = 'http://site.example'
const site: ExpectedSite = { origin, pages: ['/', '/a', '/b'], planted: { orphan: { fail: ['/b'] } } }

const page = (path: string, more: Partial<ListedPage> = {}): ListedPage => {
  return { url: origin + path, status: 200, score: 80, inlinks: 2, clicks: 1, issues: [], ...more }
}
const orphan = { check: 'orphan', severity: 'fail' as const }
const listed = [page('/'), page('/a'), page('/b', { issues: [orphan] })]
const report = (more: Partial<SiteReport> = {}): SiteReport => ({
  id: '',
  status: 'done',
  attempt: 1,
  created_at: '',
  ended_at: '',
  score: 80,
  partial: false,
  progress: { done: 3, failed: 0, left: 0 },
  counts: { requested: 3, rated: 3 },
  error: null,
  issues: [
    {
      ...orphan,
      kind: 'site',
      pages: 1,
      groups: [{ severity: 'fail', cause: {}, pages: 1, first_pages: [`${origin}/b`] }],
      groups_total: 1,
    },
  ],
  ...more,
})

describe('time, memory and reports of single pages', () => {
  it.each([
    [10_000, 2_100, true],
    [10_000, 2_101, false],
    [600, 146, true],
    [600, 147, false],
  ])('%d addresses in %d s: %s', (addresses, seconds, isHeld) => {
    expect(judgeTime(addresses, seconds)).toMatchObject({ isHeld })
  })

  it('the largest process counts', () => {
    const peaks = new Map([
      ['analyzer', 190],
      ['crawl', 301],
    ])
    expect(judgeMemory(peaks, 300)).toMatchObject({ isHeld: false, measured: '301 MB, of crawl' })
    expect(judgeMemory(peaks, 301)).toMatchObject({ isHeld: true })
    expect(judgeMemory(new Map(), 300)).toMatchObject({ isHeld: false })
  })

  it('the slowest report counts, against the median of those before', () => {
    expect(judgeReports([900, 300, 200], [400, 3_300], 3_000)).toMatchObject({ isHeld: true })
    expect(judgeReports([900, 300, 200], [400, 3_301], 3_000)).toMatchObject({ isHeld: false })
    expect(judgeReports([300], [], 3_000)).toMatchObject({ isHeld: false })
    expect(judgeReports([], [400], 3_000)).toMatchObject({ isHeld: false })
  })
})

describe('pages', () => {
  it('that are each rated once hold', () => expect(judgePages(site, listed)).toMatchObject({ isHeld: true }))

  it.each([
    ['is missing', listed.slice(1), '/ is listed 0 times'],
    ['is there twice', [...listed, page('/a')], '/a is listed 2 times'],
    ['was not rated', [page('/', { score: null }), ...listed.slice(1)], '/ was not rated'],
    ['failed', [page('/', { status: 503 }), ...listed.slice(1)], '/ was not rated'],
    [
      'is none of the site, and there twice',
      [...listed, page('/x'), page('/x')],
      'http://site.example/x is listed 2 times',
    ],
  ])('one of which %s do not', (_, pages, text) => {
    expect(judgePages(site, pages)).toMatchObject({ isHeld: false, measured: expect.stringContaining(text) })
  })

  it.each([
    ['once each', [1, 1, 1], 0, true],
    ['one of them twice', [1, 2, 1], 0, false],
    ['as many twice as are admitted', [2, 2, 1], 2, true],
    ['one more than are admitted', [2, 2, 2], 2, false],
    ['one of them three times', [1, 1, 3], 2, false],
    ['one of them never', [1, 1, 0], 2, false],
  ])('that were requested %s', (_, counts, maxRepeated, isHeld) => {
    const requests = new Map(site.pages.map((path, index) => [path, counts[index] ?? 0]))
    expect(judgeRequests('requests', site.pages, requests, maxRepeated)).toMatchObject({ isHeld })
  })
})

describe('findings', () => {
  it('that are what was planted hold', () => {
    expect(judgeFindings(site, report(), listed)).toMatchObject({
      isHeld: true,
      measured: '1 findings of 1 site checks',
    })
  })

  it.each([
    ['an issue is missing', report({ issues: [] }), listed],
    ['a page lacks what was planted in it', report(), [page('/'), page('/a'), page('/b')]],
    ['a page has what was not planted', report(), [page('/', { issues: [orphan] }), ...listed.slice(1)]],
  ])('do not if %s', (_, found, pages) => {
    expect(judgeFindings(site, found, pages)).toMatchObject({ isHeld: false })
  })
})

describe('two results', () => {
  const before = { report: report(), pages: listed }

  it('are the same in any order', () => {
    expect(judgeSameResult(before, { report: report({ attempt: 3 }), pages: listed.toReversed() })).toMatchObject({
      isHeld: true,
    })
  })

  it.each([
    ['the score', { report: report({ score: 79 }), pages: listed }],
    ['an issue', { report: report({ issues: [] }), pages: listed }],
    ['a page', { report: report(), pages: listed.slice(1) }],
    ['the links of a page', { report: report(), pages: [page('/', { inlinks: 3 }), ...listed.slice(1)] }],
  ])('are not if %s differs', (_, after) => {
    expect(judgeSameResult(before, after)).toMatchObject({ isHeld: false })
  })
})

it('a row shows five of many differences', () => {
  const row = noneOf('nothing differs', ['1', '2', '3', '4', '5', '6', '7'], 'all')
  expect(tableLine('part', row)).toBe('| part | nothing differs | no difference | 1; 2; 3; 4; 5 and 2 more | BROKEN |')
})
