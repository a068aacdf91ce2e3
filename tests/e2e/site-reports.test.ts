import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { type CountingSite, startCountingSite } from '@pagebell/sandbox/counting-site'
import type { LaunchedProcess } from '@pagebell/start/launch-process'
import { until } from '@pagebell/testing/until'
import { startTestSystem, type TestSystem } from './test-system.ts'

type Report = {
  id: string
  status: string
  attempt: number
  score: number | null
  partial: boolean
  progress: { done: number; failed: number; left: number }
  error: { code: string } | null
  counts: { requested: number; rated: number; unchanged: number; failed: number } | null
  issues: { check: string; pages: number; change: { new: number; same: number; gone: number } | null }[]
  ignored: { check: string; url: string | null; reason: string; pages: number }[]
}

const project = '127.0.0.1'
let system: TestSystem
let site: CountingSite
beforeAll(async () => {
  site = await startCountingSite(40)
  system = await startTestSystem({ env: { SITE_RUN_SILENT_SECONDS: '15', SITE_RUN_TURN_SECONDS: '3' } })
  await system.api('POST', '/projects', { body: { project } })
})
afterAll(async () => {
  await system?.destroy()
  await site?.[Symbol.asyncDispose]()
})
beforeEach(() => site.requests.clear())

/** Requests begin five times a second, and a crawl is taken up again after some seconds of silence. */
const crawlMs = 90_000

async function start(more: object = {}): Promise<string> {
  const body = { project, url: `${site.origin}/`, ...more }
  const made = await system.api<{ data: Report }>('POST', '/site-reports', { body })
  expect(made.status).toBe(201)
  return made.body.data.id
}

async function ignore(check: string, body: object): Promise<void> {
  expect((await system.api('PUT', `/projects/${project}/ignored-checks/${check}`, { body })).status).toBe(200)
}

const get = async (id: string) => (await system.api<{ data: Report }>('GET', `/site-reports/${id}`)).body.data

async function ended(id: string): Promise<Report> {
  return until(
    'the crawl has ended',
    async () => {
      const report = await get(id)
      return report.status !== 'queued' && report.status !== 'running' && report
    },
    crawlMs,
  )
}

async function untilInTheMiddle(id: string): Promise<void> {
  await until('some visits are stored', async () => (await get(id)).progress.done >= 8, crawlMs)
}

/** Pages of the site, by how often each was requested. */
function requestsOfPages(): Record<string, number> {
  return Object.fromEntries([...site.requests].filter(([path]) => path === '/' || /^\/page-\d+$/.test(path)))
}

type CrawlProcess = { pid: number; analyzer: LaunchedProcess }

/** The processes of this system's crawls. */
async function findCrawls(): Promise<CrawlProcess[]> {
  const copies = system.copies.filter(({ service }) => service === 'analyzer')
  const analyzers = new Map(copies.map(({ process: analyzer }) => [analyzer.pid(), analyzer]))
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0)
  const found = await Promise.all(
    pids.map(async (pid) => {
      const parent = /^PPid:\t(\d+)$/m.exec(await readProcess(pid, 'status'))?.[1]
      const analyzer = analyzers.get(Number(parent))
      if (analyzer === undefined) return []
      return (await readProcess(pid, 'cmdline')).includes('crawl.process.ts') ? [{ pid, analyzer }] : []
    }),
  )
  return found.flat()
}

/** Empty if the process has ended. */
const readProcess = (pid: number, file: string): Promise<string> =>
  readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')

async function theCrawl(): Promise<CrawlProcess> {
  const [crawl, ...more] = await findCrawls()
  expect(more).toEqual([])
  if (crawl === undefined) throw new Error('There is no crawl.')
  return crawl
}

async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1_024
}

function expectWhole(report: Report): void {
  expect(report).toMatchObject({ status: 'done', partial: true, error: null })
  expect(report.counts).toMatchObject({ rated: 41 })
  expect(report.score).toBeGreaterThan(0)
}

/** All but the start page, and what was slow on a busy machine. */
function expectUnchanged({ counts }: Report): void {
  expect(counts?.unchanged).toBeGreaterThan(30)
  expect(counts?.unchanged).toBeLessThanOrEqual(40)
}

describe('a site report', () => {
  it('rates every page of a site once, and is compared with the one before', async () => {
    const id = await start()
    await untilInTheMiddle(id)
    const { pid } = await theCrawl()
    expect(await memoryOf(pid)).toBeLessThan(300)
    const busy = await system.api('POST', '/site-reports', { body: { project, url: `${site.origin}/` } })
    expect(busy).toMatchObject({ status: 409, body: { code: 'site_report_running', site_report: id } })
    const first = await ended(id)
    expectWhole(first)
    expect(first).toMatchObject({ attempt: 1, counts: { unchanged: 0 } })
    expect(new Set(Object.values(requestsOfPages()))).toEqual(new Set([1]))
    await until('the process of the crawl has ended', async () => (await findCrawls()).length === 0)

    const { body: pages } = await system.api<{ data: { url: string }[] }>(
      'GET',
      `/site-reports/${id}/issues/links_to_broken/pages`,
    )
    expect(pages.data.map(({ url }) => url)).toEqual(expect.arrayContaining([`${site.origin}/page-39`]))
    const csv = await fetch(`${system.addresses.publicUrl}/api/v1/site-reports/${id}/pages.csv`, {
      headers: { authorization: `Bearer ${system.demo.apiKey}` },
    })
    expect((await csv.text()).split('\r\n').filter((line) => line.includes('/page-'))).toHaveLength(43)

    const second = await ended(await start())
    expectWhole(second)
    expectUnchanged(second)
    expect(second.score).toBe(first.score)
    const { pages: count, change } = second.issues.find(({ check }) => check === 'links_to_broken') ?? {}
    expect(change).toMatchObject({ new: 0, same: count, gone: 0 })
  }, 200_000)

  it('is whole though the process of its crawl is killed in the middle, and leaves out what is ignored then', async () => {
    const id = await start()
    await untilInTheMiddle(id)
    const last = { reason: 'The last one.', url: `${site.origin}/page-39` }
    await ignore('meta_description', { reason: 'None yet.' })
    await ignore('links_to_broken', last)
    const { pid } = await theCrawl()
    process.kill(pid, 'SIGKILL')
    const report = await ended(id)
    expectWhole(report)
    expect(report.attempt).toBe(2)
    expectUnchanged(report)
    expectRequestedOnce()
    expect(report.ignored.map(({ check, url, reason, pages }) => ({ check, url, reason, pages }))).toEqual([
      { check: 'meta_description', url: null, reason: 'None yet.', pages: 41 },
      { check: 'links_to_broken', ...last, pages: 1 },
    ])
    expect(report.issues.map(({ check }) => check)).not.toContain('meta_description')
    expect(report.issues.find(({ check }) => check === 'links_to_broken')?.change).toMatchObject({ new: 0, gone: 0 })
  }, 200_000)

  it('is whole though the analyzer is killed in the middle, whose crawl ends with it', async () => {
    const id = await start()
    await untilInTheMiddle(id)
    const { pid, analyzer } = await theCrawl()
    analyzer.kill('SIGKILL')
    await until('the crawl has ended too', () => !existsSync(`/proc/${pid}`))
    const report = await ended(id)
    expectWhole(report)
    expect(report.attempt).toBe(2)
    expectUnchanged(report)
    expectRequestedOnce()
  }, 200_000)

  it('is whole though the report service is killed in the middle', async () => {
    const id = await start()
    await untilInTheMiddle(id)
    system.process('report').kill('SIGKILL')
    const report = await until('the crawl has ended', () => ended(id).catch(() => false as const), crawlMs)
    expectWhole(report)
    expectRequestedOnce()
  }, 200_000)

  it('makes room for that of another account after its turn, and goes on from there', async () => {
    // Slow soon, or it has ended on a busy machine before the other one has.
    await using large = await startCountingSite(400, 10)
    const account = ['account', 'create', '--email', 'other@example.com', '--plan', 'unlimited']
    const { api_key: key } = await system.admin<{ api_key: string }>(...account)
    const id = await start({ url: `${large.origin}/` })
    await untilInTheMiddle(id)
    // Of the same host, so that it finds no room.
    const body = { project, url: `${large.origin}/`, max_pages: 3 }
    const other = await system.api<{ data: Report }>('POST', '/site-reports', { key, body })
    const path = `/site-reports/${other.body.data.id}`
    const read = async () => (await system.api<{ data: Report }>('GET', path, { key })).body.data
    await until('the other one has ended', async () => (await read()).status === 'done', crawlMs)
    const { progress } = await get(id)
    const goesOn = async () => {
      const report = await get(id)
      return report.progress.done >= progress.done + 5 && report
    }
    expect(await until('it goes on', goesOn, crawlMs)).toMatchObject({ status: 'running', attempt: 2 })
    await system.api('POST', `/site-reports/${id}/cancel`, { body: {} })
    // The other one has requested three at most.
    const times = [...large.requests].flatMap(([requested, count]) => (requested.startsWith('/page-') ? count : []))
    expect(times.filter((one) => one > 1).length).toBeLessThanOrEqual(3)
    expect(Math.max(...times)).toBeLessThanOrEqual(2)
  }, 200_000)

  it('that is cancelled ends its crawl, and frees the project', async () => {
    const id = await start()
    await untilInTheMiddle(id)
    const cancelled = await system.api('POST', `/site-reports/${id}/cancel`, { body: {} })
    expect(cancelled).toMatchObject({ status: 200, body: { data: { status: 'cancelled' } } })
    await until('the crawl has ended', async () => (await findCrawls()).length === 0)
    await system.api('DELETE', `/site-reports/${await start({ max_pages: 1 })}`)
  }, 200_000)
})

/** What was under way or not yet stored when something was killed, half a second's work, is requested again. */
function expectRequestedOnce(): void {
  const times = Object.values(requestsOfPages())
  expect(times).toHaveLength(42)
  expect(times.filter((one) => one > 1).length).toBeLessThanOrEqual(8)
  expect(Math.max(...times)).toBeLessThanOrEqual(2)
}
