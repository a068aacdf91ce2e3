import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { until } from '@pagebell/testing/until'
import { startTestSystem, type TestSystem } from '../e2e/test-system.ts'

type Scan = { id: string; outcome: string; found: number; changed: number; began_at: string; ended_at: string }

// For two cores. A scan adds 80 MB; beyond 120 something holds all pages at once.
const maxSeconds = 60
const maxAddedMb = 120

const pages = 50_000
const project = '127.0.0.1'
const timeoutMs = 300_000
let system: TestSystem
let site: Server
let origin: string
let changed = 0

beforeAll(async () => {
  site = createServer((request, response) => {
    if (request.url === '/sitemap.xml') return response.end(sitemap())
    if (request.url === '/index.xml') return response.end(index())
    if (request.url?.endsWith('.txt')) return response.end(textFile(Number(request.url.slice(1, -4))))
    return response.end('<title>Tea</title><main>A page.</main>')
  })
  await new Promise<void>((resolve) => site.listen(0, project, resolve))
  origin = `http://${project}:${(site.address() as AddressInfo).port}`
  system = await startTestSystem({ env: { SANDBOX_FETCH_KEY_FILES: '0' } })
  await system.api('POST', '/projects', { body: { project } })
})

afterAll(async () => {
  await system?.destroy()
  site.closeAllConnections()
  await new Promise((resolve) => site.close(resolve))
})

function sitemap(): string {
  const urls = Array.from({ length: pages }, (_, n) => {
    const day = new Date(Date.UTC(2026, 0, 1 + (n % 300), 8, n < changed ? 30 : 0)).toISOString()
    return `<url><loc>${origin}/articles/of-the-year/a-page-with-a-long-address-${n}</loc><lastmod>${day}</lastmod></url>`
  })
  return `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('\n')}</urlset>`
}

/** Two files with 1,500 pages more than a watch reads. */
const sizes = [49_500, 2_000]
const textFile = (file: number): string =>
  Array.from({ length: sizes[file] ?? 0 }, (_, n) => `${origin}/of-file-${file}/${n}`).join('\n')
function index(): string {
  const files = sizes.map((_, file) => `<sitemap><loc>${origin}/${file}.txt</loc></sitemap>`)
  return `<sitemapindex>${files.join('')}</sitemapindex>`
}

/** The memory of the service in MB: now, or the most that it has had. */
function memoryOfPages(field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${system.process('pages').pid()}/status`, 'utf8')
  return Math.round(Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1_024)
}

const path = `/projects/${project}/watches/main`

async function scanned(count: number, watch = path): Promise<Scan> {
  return until(
    'it is scanned',
    async () => {
      const { body } = await system.api<{ data: Scan[] }>('GET', `${watch}/scans`)
      return body.data.length === count && body.data[0]
    },
    timeoutMs,
  )
}

const secondsOf = ({ began_at, ended_at }: Scan): number => (Date.parse(ended_at) - Date.parse(began_at)) / 1_000

it(`a sitemap of ${pages} pages is read, and what has changed in it is found`, async () => {
  const before = memoryOfPages('VmRSS')
  await system.api('PUT', path, { body: { url: `${origin}/sitemap.xml`, every_minutes: 10_080 } })
  const first = await scanned(1)
  expect(first).toMatchObject({ outcome: 'ok', found: pages })
  const afterFirst = memoryOfPages('VmHWM')
  changed = 3
  await system.api('POST', `${path}/scan`, { body: {} })
  const second = await scanned(2)
  expect(second).toMatchObject({ outcome: 'ok', found: pages, changed: 3 })
  await until('engines have heard of it', async () => (await system.received()).length === 3, timeoutMs)
  const peak = memoryOfPages('VmHWM')
  const seconds = [first, second].map(secondsOf)
  const memory = `${before} MB before, ${afterFirst} MB at most in the first, ${peak} MB in both`
  process.stderr.write(`${pages} pages: ${seconds.join(' s, again ')} s; memory: ${memory}\n`)
  expect(Math.max(...seconds)).toBeLessThanOrEqual(maxSeconds)
  expect(peak - before).toBeLessThanOrEqual(maxAddedMb)
}, 900_000)

it('pages beyond the limit of a watch are left out, and nothing counts as missing then', async () => {
  const watch = `/projects/${project}/watches/files`
  await system.api('PUT', watch, { body: { url: `${origin}/index.xml`, every_minutes: 10_080 } })
  const problems = [{ code: 'too_many_pages', file: `${origin}/1.txt` }]
  expect(await scanned(1, watch)).toMatchObject({ outcome: 'partial', files: 2, found: 50_000, missing: 0, problems })
}, 300_000)
