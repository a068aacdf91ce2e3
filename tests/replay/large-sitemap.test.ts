import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { until } from '@pagebell/testing/until'
import { startTestSystem, type TestSystem } from '../e2e/test-system.ts'

type Scan = { id: string; outcome: string; found: number; changed: number; began_at: string; ended_at: string }

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
    return response.end('<title>Tea</title><main>A page.</main>')
  })
  await new Promise<void>((resolve) => site.listen(0, project, resolve))
  origin = `http://${project}:${(site.address() as AddressInfo).port}`
  system = await startTestSystem({ env: { SANDBOX_FETCH_KEY_FILES: '0' } })
  await system.api('POST', '/projects', { body: { project } })
}, 180_000)

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

/** The most memory that the process of the service has had, in MB. */
function peakOfPages(): number {
  return (
    Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${system.process('pages').pid()}/status`, 'utf8'))?.[1]) / 1_024
  )
}

const path = `/projects/${project}/watches/main`

async function scanned(count: number): Promise<Scan> {
  return until(
    'it is scanned',
    async () => {
      const { body } = await system.api<{ data: Scan[] }>('GET', `${path}/scans`)
      return body.data.length === count && body.data[0]
    },
    timeoutMs,
  )
}

const seconds = ({ began_at, ended_at }: Scan): string =>
  ((Date.parse(ended_at) - Date.parse(began_at)) / 1_000).toFixed(1)

it(`a sitemap of ${pages} pages is read, and what has changed in it is found`, async () => {
  const before = peakOfPages()
  await system.api('PUT', path, { body: { url: `${origin}/sitemap.xml`, every_minutes: 10_080 } })
  const first = await scanned(1)
  expect(first).toMatchObject({ outcome: 'ok', found: pages })
  changed = 3
  await system.api('POST', `${path}/scan`, { body: {} })
  const second = await scanned(2)
  expect(second).toMatchObject({ outcome: 'ok', found: pages, changed: 3 })
  await until('engines have heard of it', async () => (await system.received()).length === 3, timeoutMs)
  const memory = `${before.toFixed(0)} MB before, ${peakOfPages().toFixed(0)} MB at most`
  process.stderr.write(`${pages} pages: ${seconds(first)} s, again ${seconds(second)} s; ${memory}\n`)
}, 900_000)
