import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createSecureServer } from 'node:http2'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { type FetchSafely, safeFetcher } from '../src/safe-fetcher.ts'
import { startNameServer } from './start-name-server.ts'

const read = (file: string) => readFileSync(new URL(`./certificates/${file}`, import.meta.url), 'utf8')
const key = read('server.key')
const trusted = getCACertificates('default')
const failed = (reason: string) => expect.objectContaining({ name: 'FetchFailure', reason })

const servers = {
  valid: createServer({ key, cert: read('valid.crt') }, (_request, response) => response.end('bell')),
  expired: createServer({ key, cert: read('expired.crt') }, (_request, response) => response.end('bell')),
  h2: createSecureServer({ key, cert: read('valid.crt'), allowHTTP1: true }, (request, response) => {
    response.end(`bell by ${request.httpVersion}`)
  }),
}
let names: Awaited<ReturnType<typeof startNameServer>>
let fetchSafely: FetchSafely

beforeAll(async () => {
  setDefaultCACertificates([...trusted, read('ca.crt')])
  for (const server of Object.values(servers)) {
    server.on('tlsClientError', () => undefined)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  }
  names = await startNameServer(() => ['127.0.0.1'])
  fetchSafely = safeFetcher({
    userAgent: 'PagebellBot/1.0 (test)',
    allow: ['127.0.0.1/32'],
    dnsServers: [names.server],
  })
})
afterAll(async () => {
  setDefaultCACertificates(trusted)
  await names[Symbol.asyncDispose]()
  for (const server of Object.values(servers)) {
    server.close()
    await once(server, 'close')
  }
})

const at = (server: keyof typeof servers, host = 'bells.example.com') =>
  `https://${host}:${(servers[server].address() as AddressInfo).port}/`

it('a page with a valid certificate is fetched, and its facts come from the same connection', async () => {
  const { body, tls } = await fetchSafely(at('valid'))
  expect(String(body)).toBe('bell')
  expect(tls).toEqual({ validTo: expect.stringMatching(/^2126-/), alpn: 'http/1.1', authorized: true })
})

it('a server that prefers HTTP/2 is spoken to as it likes', async () => {
  const { body, tls } = await fetchSafely(at('h2'))
  expect([String(body), tls?.alpn]).toEqual(['bell by 2.0', 'h2'])
})

it('a certificate that has run out fails, and is a fact where it was asked for', async () => {
  await expect(fetchSafely(at('expired'))).rejects.toEqual(failed('tls'))
  const { body, tls } = await fetchSafely(at('expired'), { acceptAnyCertificate: true })
  expect(String(body)).toBe('bell')
  expect(tls).toMatchObject({ validTo: '2020-02-01T00:00:00.000Z', authorized: false })
})

it('a certificate for another name fails, and is a fact where it was asked for', async () => {
  await expect(fetchSafely(at('valid', 'other.example.com'))).rejects.toEqual(failed('tls'))
  const { tls } = await fetchSafely(at('valid', 'other.example.com'), { acceptAnyCertificate: true })
  expect(tls?.authorized).toBe(false)
})

it('an authority that nobody knows fails', async () => {
  setDefaultCACertificates(trusted)
  await expect(fetchSafely(at('valid'))).rejects.toEqual(failed('tls'))
  setDefaultCACertificates([...trusted, read('ca.crt')])
})
