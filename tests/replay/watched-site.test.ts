import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { until } from '@pagebell/testing/until'
import { startTestSystem, type TestSystem } from '../e2e/test-system.ts'
import { seeded } from '../faults/random.ts'

// A month of a site that is only watched, a scan a day. What engines hear has to be what happened, each thing once; two broken
// deploys write an empty sitemap and half a one, and nothing may be removed for that.

type Page = { kind: 'live'; words: string; lastmod: string } | { kind: 'moved'; target: string }
type Scan = { id: string; outcome: string; missing: number; problems: { code: string }[] }

const days = 30
const firstPages = 5_000
const project = '127.0.0.1'
const timeoutMs = 120_000
const botched: Record<number, 'empty' | 'half'> = { 10: 'empty', 20: 'half' }

let system: TestSystem
let site: Server
let origin: string
const pages = new Map<string, Page>()
let sitemapNow: 'whole' | 'empty' | 'half' = 'whole'

beforeAll(async () => {
  site = createServer((request, response) => {
    const { status, type, body, location } = answerTo(request.url ?? '')
    response.writeHead(status, { 'content-type': type, ...(location && { location }) }).end(body)
  })
  await new Promise<void>((resolve) => site.listen(0, project, resolve))
  origin = `http://${project}:${(site.address() as AddressInfo).port}`
  system = await startTestSystem({ env: { SANDBOX_FETCH_KEY_FILES: '0', DEDUPE_WINDOW_SECONDS: '1' } })
  await system.api('POST', '/projects', { body: { project } })
})

afterAll(async () => {
  await system?.destroy()
  site.closeAllConnections()
  await new Promise((resolve) => site.close(resolve))
})

function answerTo(path: string): { status: number; type: string; body: string; location?: string } {
  if (path === '/sitemap.xml') return { status: 200, type: 'application/xml', body: sitemap() }
  const page = pages.get(path)
  const type = 'text/html; charset=utf-8'
  if (path === '/') return { status: 200, type, body: '<title>Tea</title><main>Welcome.</main>' }
  if (page === undefined) return { status: 404, type, body: '<title>Not found</title>' }
  if (page.kind === 'moved') return { status: 301, type, body: '', location: page.target }
  return { status: 200, type, body: `<title>${path}</title><main><p>${page.words}</p></main>` }
}

function sitemap(): string {
  const live = [...pages].flatMap(([path, page]) => (page.kind === 'live' ? [{ path, lastmod: page.lastmod }] : []))
  const shares = { whole: live.length, half: live.length / 2, empty: 0 }
  const urls = live
    .slice(0, shares[sitemapNow])
    .map(({ path, lastmod }) => `<url><loc>${origin}${path}</loc><lastmod>${lastmod}</lastmod></url>`)
  return `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>`
}

const watch = `/projects/${project}/watches/main`
const scans = async (): Promise<Scan[]> => (await system.api<{ data: Scan[] }>('GET', `${watch}/scans`)).body.data

async function scan(): Promise<Scan> {
  const [before] = await scans()
  await system.api('POST', `${watch}/scan`, { body: {} })
  return until(
    'it is scanned',
    async () => {
      const [newest] = await scans()
      return newest?.id !== before?.id && newest
    },
    timeoutMs,
  )
}

it(`engines hear of ${days} days of a site of ${firstPages} pages what happened, once`, async () => {
  const { pick, upTo } = { ...seeded(2_027), upTo: (count: number) => Array.from({ length: count }, (_, n) => n) }
  const at = (day: number, minute: number): string => new Date(Date.UTC(2026, 0, 1 + day, 8, minute)).toISOString()
  for (const n of upTo(firstPages))
    pages.set(`/page-${n}`, { kind: 'live', words: `Words of ${n}.`, lastmod: at(-(n % 300) - 1, n % 60) })
  await system.api('PUT', watch, { body: { url: `${origin}/sitemap.xml`, every_minutes: 10_080 } })
  await until('the first scan is over', async () => (await scans())[0]?.outcome === 'ok', timeoutMs)

  const expected: string[] = []
  /** What has happened since the last scan that was believed. */
  const pending = new Set<string>()
  /** What engines hear once two scans have not found a page. */
  let missing: { path: string; scans: number }[] = []
  let made = firstPages
  for (const day of upTo(days)) {
    const live = () => [...pages].flatMap(([path, { kind }]) => (kind === 'live' ? [path] : []))
    const change = (path: string, what: string, minute: number): void => {
      pages.set(path, { kind: 'live', words: `${what} of day ${day}.`, lastmod: at(day, minute) })
      changed.add(path)
    }
    const changed = new Set<string>()
    for (const minute of upTo(4)) change(pick(live()), 'Edited', minute)
    change(`/page-${made++}`, 'New', 10)
    const [removed, renamed] = [pick(live().filter((path) => !changed.has(path))), `/page-${made++}`]
    pages.delete(removed)
    pending.delete(removed)
    const old = pick(live().filter((path) => !changed.has(path)))
    change(renamed, 'Renamed', 20)
    pages.set(old, { kind: 'moved', target: renamed })
    pending.delete(old)
    missing.push({ path: removed, scans: 0 }, { path: old, scans: 0 })
    for (const path of changed) pending.add(path)

    sitemapNow = botched[day] ?? 'whole'
    const result = await scan()
    if (botched[day] !== undefined) {
      expect({ day, ...result }).toMatchObject({ outcome: 'failed', missing: 0 })
      expect(result.problems.map(({ code }) => code)).toContain('shrunk')
      continue
    }
    expect({ day, outcome: result.outcome, problems: result.problems }).toEqual({ day, outcome: 'ok', problems: [] })
    expected.push(...pending)
    pending.clear()
    for (const one of missing) one.scans += 1
    expected.push(...missing.filter((one) => one.scans === 2).map(({ path }) => path))
    missing = missing.filter((one) => one.scans < 2)
    await until('engines have heard it', async () => (await system.received()).length >= expected.length, timeoutMs)
  }
  const paths = (await system.received()).map((url) => new URL(url).pathname)
  expect(paths.toSorted()).toEqual(expected.toSorted())
  process.stderr.write(`${days} days: ${expected.length} announced, two broken deploys\n`)
}, 1_800_000)
