import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { startWebSubHub, type WebSubHub } from '@pagebell/sandbox/websub-hub'
import { until } from '@pagebell/testing/until'
import { startTestSystem, type TestSystem } from './test-system.ts'

type WebSub = { state: string; expires_at: string | null; last_delivery_at: string | null; problem: string | null }
type Watch = { pages: number; websub: WebSub | null }

const project = '127.0.0.1'
const watch = `/projects/${project}/watches/feed`
let system: TestSystem
let hub: WebSubHub
let site: Server
let origin: string
const listed = ['/first']

beforeAll(async () => {
  hub = await startWebSubHub()
  site = createServer((request, response) => {
    const path = request.url ?? ''
    if (path === '/feed.xml') return response.setHeader('content-type', 'application/atom+xml').end(feed())
    response.writeHead(listed.includes(path) ? 200 : 404, { 'content-type': 'text/html' })
    return response.end(`<title>Tea</title><main>The words of ${path}</main>`)
  })
  await new Promise<void>((resolve) => site.listen(0, project, resolve))
  origin = `http://${project}:${(site.address() as AddressInfo).port}`
  system = await startTestSystem({ env: { SANDBOX_FETCH_KEY_FILES: '0' } })
  await system.api('POST', '/projects', { body: { project } })
})

afterAll(async () => {
  await system?.destroy()
  await hub?.[Symbol.asyncDispose]()
  site.closeAllConnections()
  await new Promise((resolve) => site.close(resolve))
})

const feed = () => `<feed xmlns="http://www.w3.org/2005/Atom"><link rel="hub" href="${hub.url}"/>
<link rel="self" href="${origin}/feed.xml"/>
${listed.map((path) => `<entry><link href="${origin}${path}"/></entry>`).join('')}</feed>`

const find = async (): Promise<Watch> => (await system.api<{ data: Watch }>('GET', watch)).body.data

/** Longer than until a failed step is tried again: the hand-over, pre-flight and the engine wait for 5 to 30 s. */
const wayMs = 120_000

it('a feed that changes is announced as soon as its hub delivers, and the hub forgets a deleted watch', async () => {
  // Scanned by time, it would be found a week later.
  await system.api('PUT', watch, { body: { url: `${origin}/feed.xml`, every_minutes: 10_080 } })
  await until('the subscription is active', async () => (await find()).websub?.state === 'active')
  expect(hub.calls[0]?.callback).toMatch(`${system.addresses.publicUrl}/api/websub/`)
  await hub.settled()
  listed.push('/second')
  expect(await hub.publish(`${origin}/feed.xml`)).toEqual([202])
  await until('the engine has it', async () => (await system.received()).includes(`${origin}/second`), wayMs)
  expect((await find()).websub).toMatchObject({ state: 'active', last_delivery_at: expect.any(String), problem: null })

  expect(await hub.publish(`${origin}/feed.xml`, { secret: 'not the one' })).toEqual([202])
  await system.api('DELETE', watch)
  await until('the hub has ended it', () => hub.subscriptions.size === 0)
  const { callback = '' } = hub.calls[0] ?? {}
  expect((await fetch(callback, { method: 'POST', body: feed() })).status).toBe(410)
}, 400_000)
