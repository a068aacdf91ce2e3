import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { connectRpc } from '@pagebell/rpc/connect-rpc'
import { Reports } from '@pagebell/rpc/contracts'
import { until } from '@pagebell/testing/until'
import { startTestSystem, type TestSystem } from './test-system.ts'

// The default is the full size; a faster slow host only shortens the run.
const slowMs = Number(process.env['FAIR_SLOW_MS'] ?? 5_000)
const slowReports = Number(process.env['FAIR_SLOW_REPORTS'] ?? 200)
const quickAccounts = Number(process.env['FAIR_QUICK_ACCOUNTS'] ?? 20)
const slowHosts = 16
/** The analyzer gives up pages that take ten seconds or more to start. */
const slowOutcome = slowMs < 10_000 ? { status: 'done', code: undefined } : { status: 'failed', code: 'timeout' }

let system: TestSystem
let site: Server
let reports: ReturnType<typeof connectReports>
/** Open responses of slow hosts. */
let underWay = 0

const page = '<!doctype html><html lang="en"><title>Bells</title><h1>Bells of all kinds</h1>'

beforeAll(async () => {
  site = createServer((request, response) => {
    const isPage = request.url?.startsWith('/page') ?? false
    response.setHeader('content-type', 'text/html; charset=utf-8')
    if (!isPage) return void response.writeHead(404).end('nothing')
    if (request.headers.host?.startsWith('127.0.3.')) return void response.end(page)
    underWay += 1
    const timer = setTimeout(() => response.end(page), slowMs)
    response.once('close', () => {
      underWay -= 1
      clearTimeout(timer)
    })
  })
  site.listen(0, '0.0.0.0')
  await once(site, 'listening')
  // A short stall timeout, so that a sweep that mistakes waiting runs for stalled ones is noticed.
  system = await startTestSystem({ env: { FETCH_ALLOW: '127.0.0.0/8', RUN_QUEUED_SECONDS: '20' } })
  reports = connectReports()
})

afterAll(async () => {
  await reports?.[Symbol.asyncDispose]()
  await system?.destroy()
  site.closeAllConnections()
  site.close()
  await once(site, 'close')
})

function connectReports() {
  const address = `127.0.0.1:${system.ports['REPORT_RPC_PORT']}`
  return connectRpc(Reports, { address, internalToken: system.env['INTERNAL_TOKEN'] ?? '' })
}

type Made = { account_id: string; id: string }

async function create(accountId: string, host: string, path: string): Promise<Made> {
  const { id } = await reports.createReport({
    account_id: accountId,
    project_id: crypto.randomUUID(),
    project: host,
    url: `http://${host}:${(site.address() as AddressInfo).port}/page-${path}`,
    privacy: 1,
    password: undefined,
    idempotency: undefined,
  })
  return { account_id: accountId, id }
}

async function ended(report: Made): Promise<{ status: string; code: string | undefined }> {
  return until(
    `report ${report.id} has ended`,
    async () => {
      const { status, error } = await reports.awaitReport({ ...report, wait_seconds: 10 })
      return (status === 'done' || status === 'failed') && { status, code: error?.code }
    },
    180_000,
  )
}

/** Creates a report of a fast page for each account concurrently; returns the milliseconds of the slowest. */
async function quickRound(name: string): Promise<number> {
  const began = performance.now()
  const rounds = Array.from({ length: quickAccounts }, async (_, n) => {
    const report = await create(crypto.randomUUID(), `127.0.3.${n + 1}`, name)
    expect(await ended(report)).toEqual({ status: 'done', code: undefined })
    return performance.now() - began
  })
  return Math.max(...(await Promise.all(rounds)))
}

/** Kills it; returns the milliseconds until it is ready again. */
async function killAnalyzer(): Promise<number> {
  const analyzer = system.process('analyzer')
  const copy = system.copies.find(({ service }) => service === 'analyzer')
  const [began, restarts] = [performance.now(), analyzer.restarts()]
  analyzer.kill('SIGKILL')
  await until('it is started again', () => analyzer.restarts() > restarts)
  await until('it is ready', async () => (await fetch(copy?.readyUrl ?? '')).ok, 60_000)
  return performance.now() - began
}

describe('beside one account’s 200 reports of a slow host and another’s of 16 slow hosts', () => {
  const slow: Made[] = []
  let quietMs: number

  beforeAll(async () => {
    await quickRound('warm')
    quietMs = await quickRound('quiet')
    const [one, other] = [crypto.randomUUID(), crypto.randomUUID()]
    for (let n = 0; n < slowReports; n += 1) slow.push(await create(one, '127.0.2.250', `slow-${n}`))
    for (let n = 0; n < slowHosts; n += 1) slow.push(await create(other, `127.0.2.${n + 1}`, 'slow'))
    await until('slow pages are being analyzed', () => underWay > 0)
  }, 240_000)

  it('the reports of twenty other accounts take at most twice their idle time plus two seconds', async () => {
    const besideMs = await quickRound('beside')
    expect(besideMs).toBeLessThan(2 * quietMs + 2_000)
  }, 240_000)

  it('a killed analyzer delays them until its restart, and no waiting run counts as stalled', async () => {
    const round = quickRound('killed')
    const awayMs = await killAnalyzer()
    expect(await round).toBeLessThan(awayMs + 2 * quietMs + 2_000)
    // The first slow ones have ended: those behind them have waited for many times the stall timeout.
    const first = slow.slice(0, 3)
    expect(await Promise.all(first.map(ended))).toEqual(first.map(() => slowOutcome))
    const now = await Promise.all(slow.map((report) => reports.getReport(report)))
    const codes = new Set(now.flatMap(({ status, error }) => (status === 'failed' ? [error?.code] : [])))
    expect([...codes]).toEqual(slowOutcome.code === undefined ? [] : [slowOutcome.code])
  }, 400_000)
})
