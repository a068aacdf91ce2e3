import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { createServer as createHttpsServer, type Server as HttpsServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { type CertificateFields, makeCertificate } from '@pagebell/testing/make-certificate'
import { trackConnections } from '@pagebell/testing/track-connections'

const page = '<!doctype html><html lang="en"><title>Bells</title><h1>Bells of all kinds</h1>'

const secured = (fields: CertificateFields): HttpsServer =>
  createHttpsServer(makeCertificate(fields), (_request, response) => {
    response.setHeader('content-type', 'text/html').end(page)
  })

/** Each is broken differently; all listen on every address of this machine. */
const kinds: Record<string, () => Server> = {
  'a month that does not exist': () => secured({ notAfter: '20261301000000Z' }),
  'a time that is no time': () => secured({ notAfter: 'xxxxxxxxxxxxxxx' }),
  expired: () => secured({ notAfter: '20260102000000Z' }),
  'another host': () => secured({ dnsNames: ['other.example.org'] }),
  '4,000 names': () => secured({ dnsNames: Array.from({ length: 4_000 }, (_, n) => `${n}.example.org`) }),
  'reset after the handshake': () => secured({}).on('secureConnection', (socket) => socket.destroy()),
  'reset at the request': () =>
    createHttpsServer(makeCertificate({ notAfter: '20261301000000Z' }), ({ socket }) => socket.destroy()),
  'reset within the handshake': () =>
    createTcpServer((socket) => {
      socket.once('data', () => socket.resetAndDestroy())
    }),
  'bytes that are no TLS': () =>
    createTcpServer((socket) => {
      socket.end(Buffer.alloc(5_000, 0x16))
    }),
  'plain HTTP': () => createHttpServer((_request, response) => response.end(page)),
  'no common protocol': () =>
    createHttpsServer({ ...makeCertificate(), minVersion: 'TLSv1.3', ciphers: 'TLS_AES_128_CCM_SHA256' }),
}

export type BrokenTls = AsyncDisposable & {
  /** The nth address: kinds alternate, each at a different host. */
  url(n: number): string
  /** A page that links to every kind. */
  links: string
}

export async function startBrokenTls(): Promise<BrokenTls> {
  const servers = Object.values(kinds).map((make) => make())
  const ports: number[] = []
  const running = new AsyncDisposableStack()
  for (const server of servers) {
    running.use(trackConnections(server))
    server.on('tlsClientError', (_error, socket: Socket) => void socket.destroy())
    server.on('connection', (socket: Socket) => void socket.on('error', () => socket.destroy()))
    server.listen(0, '0.0.0.0')
    await once(server, 'listening')
    ports.push((server.address() as AddressInfo).port)
  }
  const url = (n: number): string =>
    `https://127.2.${Math.floor(n / 250) % 250}.${(n % 250) + 1}:${ports[n % ports.length]}/page`
  return {
    url,
    links: ports.map((_port, n) => `<a href="${url(n)}">x</a>`).join(''),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}
