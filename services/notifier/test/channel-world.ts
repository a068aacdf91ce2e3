import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type SandboxEngine, startSandboxEngine } from '@pagebell/sandbox/sandbox-engine'
import type { ChannelTools, EngineRequest } from '../src/channels/channel.ts'
import { createChannelCache } from '../src/channels/channel-cache.ts'
import { createEngineClient, createSiteClient } from '../src/engines/clients.ts'

type Page = { status?: number; body?: string; headers?: Record<string, string> }
export type ChannelWorld = Awaited<ReturnType<typeof startChannelWorld>>

/** What a channel works with, all of it real: engines that keep to their protocols, a site with pages, both clients. */
export async function startChannelWorld(engineNow: () => number = Date.now) {
  await using starting = new AsyncDisposableStack()
  const engine: SandboxEngine = starting.use(
    await startSandboxEngine({ port: 0, fetchKeyFiles: false, now: engineNow }),
  )
  const pages = new Map<string, Page>()
  const looks: string[] = []
  const site = createServer((request, response) => {
    looks.push(request.url ?? '')
    const { status = 200, body = '', headers } = pages.get(request.url ?? '') ?? { status: 404 }
    response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(body)
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  starting.defer(() => {
    site.closeAllConnections()
    return new Promise<void>((resolve) => site.close(() => resolve()))
  })
  const fetch = starting.use(createEngineClient(2_000))
  const sent: (EngineRequest & { url: string })[] = []
  const running = starting.move()
  const ask = (method: string, path: string, body?: unknown) =>
    globalThis.fetch(engine.url + path, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
  const tools = (changes: Partial<ChannelTools> = {}): ChannelTools => ({
    endpoint: engine.url,
    fetch: (url, request) => {
      sent.push({ url, ...request })
      return fetch(url, request)
    },
    fetchPage: createSiteClient({ allow: ['127.0.0.0/8'], dnsServers: [], userAgent: 'PagebellBot/1.0' }),
    cache: createChannelCache(),
    now: Date.now,
    ...changes,
  })

  return {
    engine,
    pages,
    /** Paths of the site that were looked at. */
    looks,
    sent,
    siteUrl: `http://127.0.0.1:${(site.address() as AddressInfo).port}`,
    tools,
    /** Tells an engine how to answer. */
    tell: (script: object) => ask('POST', '/script', script),
    async clear() {
      pages.clear()
      looks.length = 0
      sent.length = 0
      await ask('DELETE', '/script')
      await ask('DELETE', '/received')
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}
