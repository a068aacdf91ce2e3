import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, isIPv6, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { startNameServer } from '@pagebell/testing/start-name-server'
import { isPublicAddress } from '../src/blocked-ranges.ts'
import { type FetchSafely, safeFetcher } from '../src/safe-fetcher.ts'

type Case = { url: string; verdict: 'block' | 'allow'; resolves_to?: string[] }

const vectors = readFileSync(new URL('../src/fixtures/unsafe-urls.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line): Case => JSON.parse(line))
  .filter(({ verdict }) => verdict === 'block')
const userAgent = 'PagebellBot/1.0 (test)'
const blocked = expect.objectContaining({ name: 'FetchFailure', reason: 'blocked_address' })

/** An address of this machine in a private network; where it has none, one more of its loopback's. */
const privateAddress =
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ address, internal, family }) => !internal && family === 'IPv4' && !isPublicAddress(address))?.address ??
  '127.0.0.9'
const forbidden = ['127.0.0.1', '::1', privateAddress]
const neighbour = '127.0.0.2'

const servers = new Map<string, Server>()
/** What the listeners saw, and what our fetches so much as tried to connect to; jest's process has other sockets too. */
let seen: string[] = []
let tried: string[] = []
let port: number

beforeAll(async () => {
  for (const address of [neighbour, ...forbidden]) {
    const server = createServer((request, response) => {
      const to = decodeURIComponent(request.url?.split('to=')[1] ?? '')
      if (to === '') response.end(`reached ${address}`)
      else response.writeHead(302, { location: to }).end()
    })
    server.on('connection', () => seen.push(address))
    server.listen(port ?? 0, address)
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
    servers.set(address, server)
  }
  subscribe('net.client.socket', watch)
})
afterAll(async () => {
  unsubscribe('net.client.socket', watch)
  for (const server of servers.values()) {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
})
beforeEach(() => {
  seen = []
  tried = []
})

const fetching = new AsyncLocalStorage<true>()

function fetcher(options: Parameters<typeof safeFetcher>[0]): (url: string) => ReturnType<FetchSafely> {
  const fetchSafely = safeFetcher(options)
  return (url) => fetching.run(true, () => fetchSafely(url))
}

function watch(message: unknown): void {
  const { socket } = message as { socket: Socket }
  if (fetching.getStore() !== true) return
  socket.on('connectionAttempt', (address: string) => tried.push(address))
}

const at = (address: string, path = '/') => `http://${isIPv6(address) ? `[${address}]` : address}:${port}${path}`
const via = (to: string) => at(neighbour, `/?to=${encodeURIComponent(to)}`)

describe('with listeners on 127.0.0.1, ::1 and a private address', () => {
  it.each(vectors.map(({ url, resolves_to }) => [url, resolves_to] as const))(
    '%s opens no connection',
    async (url, answers) => {
      await using names = await startNameServer(() => answers ?? ['127.0.0.1'])
      const fetchSafely = fetcher({ userAgent, dnsServers: [names.server] })
      await expect(fetchSafely(url)).rejects.toEqual(blocked)
      // The same at the listeners' port, by a client that may reach a neighbour on any port.
      const besides = fetcher({ userAgent, dnsServers: [names.server], allow: [`${neighbour}/32`] })
      const parsed = URL.parse(url)
      if (parsed !== null) {
        parsed.port = String(port)
        await expect(besides(parsed.href)).rejects.toEqual(blocked)
      }
      expect({ seen, tried }).toEqual({ seen: [], tried: [] })
    },
  )

  it.each(forbidden)('a chain of redirects ends before %s, and its neighbour is reached', async (address) => {
    const fetchSafely = fetcher({ userAgent, allow: [`${neighbour}/32`] })
    await expect(fetchSafely(via(via(via(at(address)))))).rejects.toEqual(blocked)
    expect({ seen, tried }).toEqual({ seen: Array(3).fill(neighbour), tried: Array(3).fill(neighbour) })
    const { body } = await fetchSafely(via(at(neighbour)))
    expect(String(body)).toBe(`reached ${neighbour}`)
  })

  it.each(forbidden)('%s is reached where FETCH_ALLOW names it', async (address) => {
    const fetchSafely = fetcher({ userAgent, allow: [`${address}/${isIPv6(address) ? 128 : 32}`] })
    expect(String((await fetchSafely(at(address))).body)).toBe(`reached ${address}`)
    expect(tried).toEqual([address])
  })

  it.each(forbidden)('a name that is rebound to %s between two hops is not followed there', async (address) => {
    let asked = 0
    await using names = await startNameServer(() => (asked++ === 0 ? [neighbour] : [address]))
    const fetchSafely = fetcher({ userAgent, dnsServers: [names.server], allow: [`${neighbour}/32`] })
    const again = `http://rebind.example.com:${port}/`
    await expect(fetchSafely(`${again}?to=${encodeURIComponent(again)}`)).rejects.toEqual(blocked)
    expect({ asked, seen, tried }).toEqual({ asked: 2, seen: [neighbour], tried: [neighbour] })
  })

  it('a name with one forbidden address among allowed ones is not connected to at all', async () => {
    for (const address of forbidden) {
      await using names = await startNameServer(() => [neighbour, address])
      const fetchSafely = fetcher({ userAgent, dnsServers: [names.server], allow: [`${neighbour}/32`] })
      await expect(fetchSafely(`http://mixed.example.com:${port}/`)).rejects.toEqual(blocked)
    }
    expect({ seen, tried }).toEqual({ seen: [], tried: [] })
  })
})
