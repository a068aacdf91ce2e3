import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { createSecureServer } from 'node:http2'
import { createServer, type Server } from 'node:https'
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type CertificateFields, makeCertificate } from '@pagebell/testing/make-certificate'
import { startNameServer } from '@pagebell/testing/start-name-server'
import { until } from '@pagebell/testing/until'
import { type FetchSafely, safeFetcher } from '../src/safe-fetcher.ts'

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

it('an expired certificate fails, and is reported with acceptAnyCertificate', async () => {
  await expect(fetchSafely(at('expired'))).rejects.toEqual(failed('tls'))
  const { body, tls } = await fetchSafely(at('expired'), { acceptAnyCertificate: true })
  expect(String(body)).toBe('bell')
  expect(tls).toMatchObject({ validTo: '2020-02-01T00:00:00.000Z', authorized: false })
})

it('a certificate for another name fails, and is reported with acceptAnyCertificate', async () => {
  await expect(fetchSafely(at('valid', 'other.example.com'))).rejects.toEqual(failed('tls'))
  const { tls } = await fetchSafely(at('valid', 'other.example.com'), { acceptAnyCertificate: true })
  expect(tls?.authorized).toBe(false)
})

it.each([
  ['127.0.0.1', [127, 0, 0, 1]],
  ['::1', [...Array.from({ length: 15 }, () => 0), 1]],
])('a certificate for the address %s is valid there, and for no other address', async (address, bytes) => {
  const certificate = makeCertificate({ commonName: 'bells', ipAddresses: [bytes] })
  setDefaultCACertificates([...trusted, certificate.cert])
  const answer: RequestListener = (_request, response) => response.end('bell')
  await using own = await listening(createServer(certificate, answer), address)
  await using foreign = await listening(createServer(certificate, answer), '127.0.0.2')
  const fetchAddress = safeFetcher({ userAgent: 'PagebellBot/1.0 (test)', allow: ['127.0.0.0/8', '::1/128'] })
  const { tls } = await fetchAddress(`https://${address.includes(':') ? `[${address}]` : address}:${own.port}/`)
  expect(tls?.authorized).toBe(true)
  await expect(fetchAddress(`https://127.0.0.2:${foreign.port}/`)).rejects.toEqual(failed('tls'))
  setDefaultCACertificates([...trusted, read('ca.crt')])
})

it('an unknown certificate authority fails', async () => {
  setDefaultCACertificates(trusted)
  await expect(fetchSafely(at('valid'))).rejects.toEqual(failed('tls'))
  setDefaultCACertificates([...trusted, read('ca.crt')])
})

describe('a certificate that no authority would sign', () => {
  it.each([
    ['ends in a month that does not exist', { notAfter: '21261301000000Z' }, null],
    ['ends at a time that is no time', { notAfter: 'xxxxxxxxxxxxxxx' }, null],
    ['ends after the last date', { notAfter: '99991231235959Z' }, '9999-12-31T23:59:59.000Z'],
    ['has no subject', { commonName: undefined }, '2126-01-01T00:00:00.000Z'],
    ['has a subject of control characters', { commonName: '\0\n"' }, '2126-01-01T00:00:00.000Z'],
    ['has 4,000 names', { dnsNames: numbered(4_000) }, '2126-01-01T00:00:00.000Z'],
    ['has names with quotes and commas', { dnsNames: ['a, DNS:b', '"\0\n', ''] }, '2126-01-01T00:00:00.000Z'],
  ])('and %s fails, and is reported with acceptAnyCertificate', async (_what, fields, validTo) => {
    await using server = await serve(fields)
    await expect(fetchSafely(server.url)).rejects.toEqual(failed('tls'))
    const { body, tls } = await fetchSafely(server.url, { acceptAnyCertificate: true })
    expect([String(body), tls]).toEqual(['bell', { validTo, alpn: 'http/1.1', authorized: false }])
    await server.isLeft()
  })
})

it('a server that chooses the group of a Diffie-Hellman exchange is a failure', async () => {
  const serveWith = (ciphers: string) => {
    const options = { ...makeCertificate({ keyType: 'rsa' }), maxVersion: 'TLSv1.2' as const, ciphers, dhparam: 'auto' }
    return listening(createServer(options, (_request, response) => response.end('bell')))
  }
  await using chooses = await serveWith('DHE-RSA-AES128-GCM-SHA256')
  await expect(fetchSafely(chooses.url, { acceptAnyCertificate: true })).rejects.toEqual(failed('tls'))
  await using agrees = await serveWith('ECDHE-RSA-AES128-GCM-SHA256')
  expect(String((await fetchSafely(agrees.url, { acceptAnyCertificate: true })).body)).toBe('bell')
})

it.each([
  ['before the handshake', 0],
  ['within the handshake', 1],
])('a server that resets the connection %s is a failure', async (_when, chunks) => {
  const { port } = servers.valid.address() as AddressInfo
  await using proxy = await resetAfter(port, chunks)
  const failure = await fetchSafely(proxy.url, { acceptAnyCertificate: true }).catch((error: unknown) => error)
  expect(failure).toMatchObject({ name: 'FetchFailure', reason: expect.stringMatching(/^(tls|refused)$/) })
})

function numbered(count: number): string[] {
  return Array.from({ length: count }, (_, n) => `${n}.example.com`)
}

async function serve(fields: CertificateFields) {
  return listening(createServer(makeCertificate(fields), (_request, response) => response.end('bell')))
}

async function listening(server: Server, host = '127.0.0.1') {
  server.on('tlsClientError', () => undefined)
  server.listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `https://bells.example.com:${port}/`,
    isLeft: () => until('the server has no connection', () => countConnections(server).then((count) => count === 0)),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const countConnections = (server: Server): Promise<number> =>
  new Promise((resolve) => server.getConnections((_error, count) => resolve(count)))

/** Forwards this many chunks from the client to the port, and resets the connection at the next. */
async function resetAfter(port: number, chunks: number) {
  const server = createTcpServer((socket) => {
    const upstream = connect(port, '127.0.0.1')
    let passed = 0
    upstream.on('error', () => socket.destroy()).pipe(socket)
    socket.on('error', () => upstream.destroy()).on('close', () => upstream.destroy())
    socket.on('data', (chunk) => {
      if (passed === chunks) socket.resetAndDestroy()
      else upstream.write(chunk)
      passed += 1
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `https://bells.example.com:${(server.address() as AddressInfo).port}/`,
    async [Symbol.asyncDispose]() {
      server.close()
      await once(server, 'close')
    },
  }
}
