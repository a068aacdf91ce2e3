import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, it } from '@jest/globals'

const folder = mkdtempSync(join(tmpdir(), 'pagebell-sitemaps-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Almost the largest sitemap that the protocol allows: 50,000 addresses, mostly alternates in other languages. */
const entry = (number: number) =>
  `<url><loc>https://example.com/a-long-name-of-an-article/${number}</loc><lastmod>2026-05-17T08:30:00+02:00</lastmod>` +
  `${'<xhtml:link rel="alternate" hreflang="de" href="https://example.com/de/a-long-name"/>'.repeat(10)}</url>`
const sitemap = `<urlset>${Array.from({ length: 50_000 }, (_, at) => entry(at)).join('\n')}</urlset>`

/**
 * Megabytes that reading a file adds at most to a process which holds the file. By VmHWM: the maximum of getrusage
 * includes that of the process which started this one.
 */
function measure(bytes: Uint8Array): { pages: number; megabytes: number } {
  const file = join(folder, 'sitemap')
  writeFileSync(file, bytes)
  const script = `
    const { readFileSync } = await import('node:fs')
    const { readListing } = await import(${JSON.stringify(new URL('./read-listing.ts', import.meta.url).href)})
    const bytes = readFileSync(${JSON.stringify(file)})
    readListing({ url: 'https://example.com/', contentType: null, bytes: Buffer.from('<urlset/>') })
    const before = process.memoryUsage.rss()
    const { pages } = readListing({ url: 'https://example.com/', contentType: null, bytes })
    const status = readFileSync('/proc/self/status', 'utf8')
    const after = Number(/^VmHWM:\\s+(\\d+) kB/m.exec(status)[1]) * 1024
    console.log(JSON.stringify({ pages: pages.length, megabytes: Math.round((after - before) / 1048576) }))`
  const output = execFileSync(process.execPath, ['--no-warnings', '--input-type=module', '-e', script])
  return JSON.parse(output.toString()) as { pages: number; megabytes: number }
}

it.each([
  ['plain', (text: string) => Buffer.from(text)],
  ['packed', (text: string) => gzipSync(text)],
])('a file of 50,000 addresses and 48 MB takes less than 100 MB beside itself: %s', (_what, toBytes) => {
  const bytes = toBytes(sitemap)
  expect(sitemap.length).toBeGreaterThan(48_000_000)
  const { pages, megabytes } = measure(bytes)
  expect(pages).toBe(50_000)
  expect(megabytes).toBeLessThan(100)
  expect(megabytes).toBeGreaterThan(1)
})
