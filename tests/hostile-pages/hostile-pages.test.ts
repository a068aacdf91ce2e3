import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { until } from '@pagebell/testing/until'
import { type BrokenTls, startBrokenTls } from './broken-tls.ts'
import { foundPages, fuzzedPages, recipes } from './hostile-pages.ts'
import { type HostileSite, startHostileSite } from './hostile-site.ts'
import { startWatchedSystem, type WatchedSystem } from './watched-system.ts'

/** `npm run test:hostile` runs every recipe and 1,000 reports; a full test run only a sample, by HOSTILE_SEED. */
const isFull = process.env['HOSTILE_PAGES'] === 'full'
const seed = Number(process.env['HOSTILE_SEED'] ?? 1)
const fuzzed = isFull ? recipes.length : 12
const brokenReports = isFull ? 1_000 : 60
/** The report service analyzes no more of one account concurrently. */
const atOnce = 8
const maxHeldMs = 200
const maxReportMs = 30_000

type One = { data: Report }
type Report = { id: string; status: string; error: { code: string } | null; result: unknown; score: number | null }

let system: WatchedSystem
let site: HostileSite
let tls: BrokenTls

beforeAll(async () => {
  site = await startHostileSite()
  tls = await startBrokenTls()
  system = await startWatchedSystem({ FETCH_ALLOW: '127.0.0.0/8' })
  // Warm-up: the first run compiles and loads code.
  await rate(site.serve({ name: 'plain', html: '<!doctype html><title>Bells</title><p>x' }))
  system.maxima.clear()
}, 600_000)

afterAll(async () => {
  await system?.destroy()
  await site?.[Symbol.asyncDispose]()
  await tls?.[Symbol.asyncDispose]()
}, 300_000)

/** Waits for a rating or a reason, or the timeout. */
async function rate(url: string): Promise<Report> {
  const began = performance.now()
  const { status, body } = await system.api<One>('POST', '/reports', {
    body: { url },
    headers: { prefer: 'wait=20' },
  })
  expect([200, 201, 202]).toContain(status)
  const ended = await until(
    `the report of ${url} has ended`,
    async () => {
      const report = (await system.api<One>('GET', `/reports/${body.data.id}`)).body.data
      return (report.status === 'done' || report.status === 'failed') && report
    },
    Math.max(1, maxReportMs - (performance.now() - began)),
  )
  expect(ended.status === 'done' ? ended.score : ended.error?.code).toBeDefined()
  expect(ended.error?.code).not.toBe('lost')
  return ended
}

async function inTurns<T>(items: readonly T[], count: number, work: (item: T) => Promise<unknown>): Promise<void> {
  const waiting = [...items]
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: count }, worker))
}

/** The main threads that were blocked for too long, with the page. */
function heldTooLong(): string[] {
  return [...system.maxima]
    .filter(([, { heldMs }]) => heldMs > maxHeldMs)
    .map(([name, { heldMs }]) => `${name} ${heldMs} ms`)
}

function show(what: string): void {
  const rows = [...system.maxima].map(
    ([name, { heldMs, delayMs }]) => `${name} ${heldMs.toFixed(0)} ms (delay ${delayMs.toFixed(0)} ms)`,
  )
  process.stderr.write(`${what}: longest turn of the main thread: ${rows.join(', ')}\n`)
}

describe('a hostile page', () => {
  const pages = [...foundPages, ...fuzzedPages(fuzzed, seed)].map((page): [string, typeof page] => [page.name, page])

  it.each(pages)('"%s" is rated or refused within 30 s, and blocks no main thread for 200 ms', async (_name, page) => {
    await rate(site.serve(page))
    await system.scrape()
    expect(heldTooLong()).toEqual([])
    expect(system.ended()).toEqual([])
  })

  it('is fetched by the notifier without blocking it', async () => {
    show('reports')
    system.maxima.clear()
    const host = '127.0.0.1'
    const { google } = (await (await fetch(`${system.addresses.sandboxUrl}/credentials`)).json()) as { google: object }
    const put = await system.api('PUT', `/projects/${host}/channels/google`, { body: { service_account: google } })
    expect(put.status).toBe(200)
    const urls = site.pagesAt(host)
    const answer = await system.submit(system.demo.hookToken ?? '', urls, { channel: 'google' })
    expect(answer.body.accepted).toBe(urls.length)
    await until('the notifier has asked for every page', () => site.asked(host).size === urls.length, 300_000)
    await until('every delivery has ended', async () => {
      const pending = `/projects/${host}/deliveries?batch=${answer.body.batch_id}&status=pending`
      return (await system.api<{ data: unknown[] }>('GET', pending)).body.data.length === 0
    })
    await system.scrape()
    show('deliveries')
    expect(heldTooLong()).toEqual([])
    expect(system.ended()).toEqual([])
  }, 330_000)
})

it(`${brokenReports} reports of hosts with broken TLS end with a rating or a reason, and no process`, async () => {
  system.maxima.clear()
  const linking = site.serve({ name: 'links', html: tls.links })
  const urls = Array.from({ length: brokenReports }, (_, n) => (n % 20 === 19 ? linking : tls.url(n)))
  const outcomes = new Map<string, number>()
  await inTurns(urls, atOnce, async (url) => {
    const { status, error } = await rate(url)
    const outcome = error?.code ?? status
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
  })
  process.stderr.write(`outcomes: ${JSON.stringify([...outcomes])}\n`)
  await system.scrape()
  show('broken TLS')
  expect([...outcomes.keys()].toSorted()).toEqual(['done', 'refused', 'tls'])
  expect(system.ended()).toEqual([])
  expect(heldTooLong()).toEqual([])
}, 1_800_000)
