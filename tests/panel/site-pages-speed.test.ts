import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { connectRpc } from '@pagebell/rpc/connect-rpc'
import { SiteRuns } from '@pagebell/rpc/contracts'
import { Agent, request } from 'undici'
import { startTestSystem, type TestSystem } from '../e2e/test-system.ts'
import { queryDatabase } from './query-database.ts'
import { visitor } from './visitor.ts'

const sizes = { few: 100, many: 10_000 }
const rounds = 60
const maxRatio = 2
const pagesPerCall = 500
const call = { deadlineMs: 60_000 }

type Account = { email: string; password: string; api_key: string }
/** A report, with the cursor after half of its pages by each sort. */
type Report = { id: string; cursors: Record<string, string> }

let system: TestSystem
let owner: Account
let headers: { panel: Record<string, string>; api: Record<string, string> }
let few: Report
let many: Report
const agent = new Agent({ connections: 1 })

beforeAll(async () => {
  // The reports are those of an analyzer, whose part the test has.
  system = await startTestSystem({ env: { SITE_RUNS_AT_ONCE: '0' } })
  owner = await system.admin<Account>('account', 'create', '--email', 'sites@example.com', '--plan', 'unlimited')
  const me = visitor(system.addresses.publicUrl)
  expect(await me.signIn(owner.email, owner.password)).toMatchObject({ status: 303 })
  const cookie = [...me.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const panel = { cookie, accept: 'text/html', 'accept-encoding': 'gzip' }
  headers = { panel, api: { authorization: `Bearer ${owner.api_key}` } }
  few = await makeReport('few.example', sizes.few)
  many = await makeReport('many.example', sizes.many)
  await queryDatabase(system, 'report', { text: 'select', values: [], filled: ['site_page', 'site_issue'] })
})

afterAll(async () => {
  await agent.close()
  await system?.destroy()
}, 300_000)

const sorts = ['score', 'inlinks', 'url']
const paths: [name: string, path: (report: Report) => string][] = [
  ['a report', ({ id }) => `/site-reports/${id}`],
  ...sorts.flatMap((sort): typeof paths => [
    [`pages by ${sort}`, ({ id }) => `/site-reports/${id}/pages?sort=${sort}&per_page=25`],
    [
      `pages by ${sort}, from the middle`,
      ({ id, cursors }) => `/site-reports/${id}/pages?sort=${sort}&per_page=25&cursor=${cursors[sort]}`,
    ],
    [`pages with a frequent issue by ${sort}`, ({ id }) => `/site-reports/${id}/pages?issue=h1&sort=${sort}`],
    [`pages with a rare issue by ${sort}`, ({ id }) => `/site-reports/${id}/pages?issue=orphan&sort=${sort}`],
  ]),
  ['an issue', ({ id }) => `/site-reports/${id}/issues/h1`],
]
const apiOnly = (path: string): string => path.replace(/\/issues\/h1$/, '/issues/h1/pages')

it.each(paths)(
  '%s: that of 10,000 pages takes at most twice as long as that of 100',
  async (name, path) => {
    const ratios: Record<string, number> = {}
    for (const kind of ['api', 'panel'] as const) {
      const at = (report: Report): string => (kind === 'api' ? `/api/v1${apiOnly(path(report))}` : path(report))
      for (let round = 0; round < 10; round++) for (const report of [few, many]) await time(at(report), headers[kind])
      // Alternates, so that other load on the machine affects both equally.
      const times: { few: number[]; many: number[] } = { few: [], many: [] }
      for (let round = 0; round < rounds; round++) {
        times.few.push(await time(at(few), headers[kind]))
        times.many.push(await time(at(many), headers[kind]))
      }
      const [ofFew, ofMany] = [median(times.few), median(times.many)]
      ratios[kind] = ofMany / ofFew
      const figures = `${ofFew.toFixed(1)} → ${ofMany.toFixed(1)} ms, ${(ofMany / ofFew).toFixed(2)} times`
      process.stdout.write(`${kind}, ${name}: median of ${rounds}, ${figures}\n`)
    }
    expect(Math.max(...Object.values(ratios))).toBeLessThanOrEqual(maxRatio)
  },
  300_000,
)

/** Milliseconds until the response is complete. */
async function time(path: string, sent: Record<string, string>): Promise<number> {
  const begin = performance.now()
  const answer = await request(`${system.addresses.publicUrl}${path}`, { headers: sent, dispatcher: agent })
  await answer.body.arrayBuffer()
  if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}.`)
  return performance.now() - begin
}

function median(values: number[]): number {
  const sorted = values.toSorted((left, right) => left - right)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** A report of so many pages, put by the calls of an analyzer. Three pages have the rare issue, the last of each order. */
async function makeReport(project: string, size: number): Promise<Report> {
  const key = owner.api_key
  const made = await system.api<{ data: { id: string } }>('POST', '/site-reports', { key, body: { project } })
  expect(made.status).toBe(201)
  const { REPORT_RPC: address = '', INTERNAL_TOKEN: internalToken = '' } = system.env
  await using analyzer = connectRpc(SiteRuns, { address, internalToken, caller: 'analyzer' })
  const { run } = await analyzer.takeSiteRun({}, call)
  const runKey = run?.key ?? undefined
  const pages = Array.from({ length: size }, (_, index) => pageOf(project, index, size))
  for (let first = 0; first < size; first += pagesPerCall) {
    const portion = pages.slice(first, first + pagesPerCall)
    await analyzer.putSitePages({ key: runKey, first: first + 1, pages: portion }, call)
  }
  const counts = { requested: size, rated: size, failed: 0, redirects: 0, forbidden: 0, waiting: 0 }
  const summary = { ended_by: 'finished', limits: [], counts, formula: null, other_checks: [], sitemaps: [] }
  const result = {
    url: `https://${project}/`,
    score: 71,
    result: 'decent',
    is_partial: false,
    requested: size,
    failed: 0,
    waiting: 0,
    summary_json: Buffer.from(JSON.stringify({ ...summary, rulesets: { pages: '1', site: '1' } })),
    issues: [issueOf('h1', size), issueOf('orphan', 3)],
  }
  expect(await analyzer.endSiteRun({ key: runKey, result }, call)).toMatchObject({ go_on: true })
  const { id } = made.body.data
  return {
    id,
    cursors: Object.fromEntries(await Promise.all(sorts.map(async (sort) => [sort, await middle(id, sort, size)]))),
  }
}

/** The cursor after about half of the pages. */
async function middle(id: string, sort: string, size: number): Promise<string> {
  let cursor = ''
  for (let read = 0; read < size / 2; read += 50) {
    const path = `/site-reports/${id}/pages?sort=${sort}&per_page=50${cursor === '' ? '' : `&cursor=${cursor}`}`
    const { body } = await system.api<{ meta: { next_cursor: string } }>('GET', path, { key: owner.api_key })
    cursor = encodeURIComponent(body.meta.next_cursor)
  }
  return cursor
}

function pageOf(project: string, index: number, size: number) {
  const ofPage = {
    h1: { severity: 'warn' },
    title: { severity: 'fail', causes: [{ title: `A title of ${index % 50}` }] },
  }
  const isLast = index >= size - 3
  return {
    url: `https://${project}/section-${String(index).padStart(6, '0')}/a-page-with-a-usual-address/`,
    status: 200,
    score: isLast ? 100 : (index * 7_919) % 100,
    inlinks: isLast ? 0 : 1 + ((index * 31) % 500),
    clicks: 2,
    in_sitemap: true,
    issues_json: Buffer.from(JSON.stringify(isLast ? { ...ofPage, orphan: { severity: 'fail' } } : ofPage)),
  }
}

function issueOf(check: string, pages: number) {
  return {
    check,
    kind: 'page',
    severity: 'warn',
    title: 'Pages have a fault',
    message: `${pages} pages have a fault.`,
    fix: 'Mend it.',
    category: 'seo',
    weight: 3,
    pages,
    groups_json: Buffer.from(JSON.stringify([{ severity: 'warn', cause: {}, pages, first_pages: [] }])),
    groups_total: 1,
  }
}
