import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { beforeAll, beforeEach } from '@jest/globals'
import { Fault } from '@pagebell/faults/fault'
import type { RpcClient } from '@pagebell/rpc/connect-rpc'
import type { Subscriptions } from '@pagebell/rpc/contracts'
import { startWebSubHub, type WebSubHub } from '@pagebell/sandbox/websub-hub'
import { until } from '@pagebell/testing/until'
import type { Changes } from './start-pages.ts'
import { running, site, world } from './use-pages.ts'
import { copy, key, serveFile, useWatches, watches } from './use-watches.ts'

export let hub: WebSubHub
export let subscriptions: RpcClient<typeof Subscriptions>

/** Settings of a copy whose callbacks are at the front of these tests. */
export let reachable: Changes

/** Starts a hub before each test, and a front that passes its calls on to the service, as the gateway does. */
export function useHub(): void {
  let front: Awaited<ReturnType<typeof startFront>>
  useWatches(async () => {
    front = running.use(await startFront())
    reachable = { config: { PUBLIC_URL: front.url } }
    return reachable
  })
  beforeAll(() => {
    subscriptions = running.use(world.callSubscriptions(copy))
    front.serve(subscriptions)
  })
  beforeEach(async () => {
    hub = running.use(await startWebSubHub())
  })
}

/** The public address of the callbacks. */
async function startFront() {
  let client: RpcClient<typeof Subscriptions> | undefined
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request)
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://front')
    const token = pathname.split('/').at(-1) ?? ''
    const parameter = (name: string): string => searchParams.get(`hub.${name}`) ?? ''
    const lease = searchParams.get('hub.lease_seconds')
    const intent = {
      token,
      mode: parameter('mode'),
      topic: parameter('topic'),
      lease_seconds: lease ? Number(lease) : undefined,
    }
    const signature = [request.headers['x-hub-signature']].flat()[0]
    try {
      if (request.method === 'GET') await client?.verifyIntent(intent)
      else await client?.deliver({ token, signature, body })
      response.writeHead(request.method === 'GET' ? 200 : 202).end(parameter('challenge'))
    } catch (error) {
      const isUnknown = error instanceof Fault && error.kind === 'not_found'
      response.writeHead(isUnknown ? (request.method === 'GET' ? 404 : 410) : 503).end()
    }
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    serve(to: RpcClient<typeof Subscriptions>) {
      client = to
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export const topic = (): string => `${site.origin}/feed.xml`

/** Serves an Atom feed of these pages, which names the hub. */
export function serveFeed(paths: string[], { hubUrl = hub.url, self = topic() } = {}): void {
  const entries = paths.map((path) => `<entry><link href="${site.origin}${path}"/></entry>`)
  serveFile(
    '/feed.xml',
    `<feed xmlns="http://www.w3.org/2005/Atom"><link rel="hub" href="${hubUrl}"/><link rel="self" href="${self}"/>
${entries.join('')}</feed>`,
  )
}

/** The subscription as the owner of the watch sees it. */
export const shown = async () => (await watches.getWatch(key)).websub ?? undefined

export const untilState = (state: string) =>
  until(`the subscription is ${state}`, async () => {
    const found = await shown()
    return found?.state === state && found
  })

type Row = { token: string; ends: boolean; attempts: number; next_at: string; verified_at: string | null }

export async function rows(): Promise<Row[]> {
  const text = 'select * from hub_subscription where project_id = $1 order by created_at'
  return (await world.db.query<Row>({ text, values: [key.project_id] })).rows
}

/** Lets a time of the subscription pass. */
export const pass = (assignments: string) =>
  world.db.query({ text: `update hub_subscription set ${assignments} where project_id = $1`, values: [key.project_id] })
