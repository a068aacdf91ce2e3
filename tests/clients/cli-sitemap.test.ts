import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { startTestSystem, type TestSystem } from '../e2e/test-system.ts'
import { runCli } from './run-cli.ts'

let system: TestSystem
let host: Server
let origin: string
const files = new Map<string, string | Buffer>()
const cutOff = '/cut-off.xml'

const pages = (...paths: string[]) =>
  `<urlset>${paths.map((path) => `<url><loc>${origin}${path}</loc></url>`).join('')}</urlset>`
const indexOf = (...paths: string[]) =>
  `<sitemapindex>${paths.map((path) => `<sitemap><loc>${origin}${path}</loc></sitemap>`).join('')}</sitemapindex>`

beforeAll(async () => {
  host = createServer(({ url = '' }, response) => {
    if (url === cutOff) return response.write(pages('/1'), () => response.destroy())
    const content = files.get(url)
    return response.writeHead(content === undefined ? 404 : 200).end(content)
  })
  host.listen(0, '127.0.0.1')
  await once(host, 'listening')
  origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
  system = await startTestSystem({})
})
afterAll(async () => {
  await system?.destroy()
  host.close()
  await once(host, 'close')
})

function submit(...args: string[]) {
  const env = { PAGEBELL_URL: system.addresses.publicUrl, PAGEBELL_WEBHOOK_TOKEN: system.demo.hookToken ?? '' }
  return runCli(['submit', '--dry-run', ...args], { env })
}
const accepted = (...paths: string[]) => paths.map((path) => `accepted\t${origin}${path}\n`).join('')

it('submits each page of a sitemap, after those that are named', async () => {
  files.set('/sitemap.xml', pages('/b', '/a', '/b'))
  const { code, stdout } = await submit(`${origin}/first`, '--sitemap', `${origin}/sitemap.xml`)
  expect([code, stdout]).toEqual([0, accepted('/first', '/b', '/a')])
})

it('submits the pages of each sitemap of an index, compressed or not', async () => {
  files.set('/index.xml', indexOf('/one.xml', '/two.xml.gz'))
  files.set('/one.xml', pages('/1'))
  files.set('/two.xml.gz', gzipSync(pages('/2', '/1', '/3')))
  expect(await submit('--sitemap', `${origin}/index.xml`)).toMatchObject({
    code: 0,
    stdout: accepted('/1', '/2', '/3'),
  })
})

it('ends with 2 and submits nothing if a sitemap cannot be read, and names it', async () => {
  files.set('/page.html', '<html><loc>no sitemap</loc></html>')
  files.set('/broken.xml.gz', gzipSync(pages('/1')).subarray(0, 30))
  files.set('/partly.xml', indexOf('/one.xml', '/missing.xml'))
  files.set('/nested.xml', indexOf('/index.xml'))
  files.set('/large.xml.gz', gzipSync(Buffer.alloc(60_000_000)))
  const wrong: [string, string][] = [
    [`${origin}/missing.xml`, '/missing.xml answered 404'],
    [`${origin}/page.html`, '/page.html is no sitemap'],
    [`${origin}/broken.xml.gz`, '/broken.xml.gz cannot be decompressed'],
    [`${origin}/partly.xml`, '/missing.xml answered 404'],
    [`${origin}/nested.xml`, '/index.xml is an index in the index'],
    [`${origin}/large.xml.gz`, '/large.xml.gz has more than 52428800 bytes'],
    [`${origin}${cutOff}`, '/cut-off.xml was cut off after'],
    ['http://127.0.0.1:1/sitemap.xml', 'cannot be reached'],
    ['sitemap.xml', 'sitemap.xml has none'],
  ]
  for (const [address, message] of wrong) {
    const { code, stdout, stderr } = await submit('--sitemap', address)
    expect([address, code, stdout]).toEqual([address, 2, ''])
    expect(stderr).toContain(message)
  }
})

it('ends with 1 for a sitemap without pages, and says that nothing was submitted', async () => {
  files.set('/empty.xml', pages())
  const { code, stdout, stderr } = await submit('--changed', '--sitemap', `${origin}/empty.xml`)
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toContain('No URL was found: nothing was submitted.')
})
