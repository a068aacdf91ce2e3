import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import type { RpcClient } from '@pagebell/rpc/connect-rpc'
import type { ProjectEndpoints } from '@pagebell/rpc/contracts'
import { type Receiver, startReceiver } from '@pagebell/testing/start-receiver'
import { until } from '@pagebell/testing/until'
import { newPlace, type Place, publishEnded } from './report-of-place.ts'
import { startCopyProcess } from './start-copy-process.ts'
import { type Changes, fastEvents, startTestEnvironment, type TestEnvironment } from './start-notifier.ts'

let running: AsyncDisposableStack
let environment: TestEnvironment
let receiver: Receiver
beforeEach(async () => {
  running = new AsyncDisposableStack()
  environment = running.use(await startTestEnvironment())
  receiver = running.use(await startReceiver())
})
afterEach(() => running.disposeAsync())

/** Longer than a test waits for an event. */
const answerMs = 20_000
const longTimeout: Changes = { timing: { events: { ...fastEvents, timeout: answerMs, lease: 2 * answerMs } } }

/** Takes requests and never answers. */
async function startHanging() {
  let asked = 0
  const server = createServer(() => void asked++)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = async () => {
    // A copy that stops would wait for the answers.
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, asked: () => asked, close }
}

async function add(client: RpcClient<typeof ProjectEndpoints>, place: Place, url: string) {
  const { endpoint } = await client.createEndpoint({ ...place, project: 'example.com', url, events: [] })
  return { ...place, endpoint_id: endpoint?.id ?? '' }
}

const untilGot = (count: number) => until(`${count} have come`, () => receiver.got.length >= count)

describe('an endpoint', () => {
  it('gets its events at once, one after the other, while nine others of its project hang', async () => {
    const hanging = await startHanging()
    const copy = running.use(await environment.startCopy(longTimeout))
    running.defer(hanging.close)
    const client = running.use(environment.callEndpoints(copy))
    const place = newPlace()
    for (let n = 0; n < 9; n++) await add(client, place, `${hanging.url}${n}`)
    const at = await add(client, place, receiver.url)
    const began = performance.now()
    for (let n = 0; n < 5; n++) await publishEnded(environment.broker, place)
    await untilGot(5)
    await until('nine hang', () => hanging.asked() === 9)
    expect(performance.now() - began).toBeLessThan(answerMs / 2)
    expect(receiver.maxConcurrent()).toBe(1)
    expect((await client.getEndpoint(at)).failing_since).toBeUndefined()
  })

  it('finds room beside any number of its account that have failed: those have eight requests at once', async () => {
    const hanging = await startHanging()
    const copy = running.use(await environment.startCopy(longTimeout))
    running.defer(hanging.close)
    const client = running.use(environment.callEndpoints(copy))
    const account = randomUUID()
    const places = Array.from({ length: 15 }, () => newPlace(account))
    for (const place of places) await add(client, place, hanging.url)
    const text = 'update event_endpoints set failures = 1, failing_since = now() where account_id = $1'
    await environment.db.query({ text, values: [account] })
    for (const place of places) await publishEnded(environment.broker, place)
    await until('eight hang', () => hanging.asked() === 8)
    const healthy = newPlace(account)
    await add(client, healthy, receiver.url)
    const began = performance.now()
    await publishEnded(environment.broker, healthy)
    await untilGot(1)
    expect(performance.now() - began).toBeLessThan(answerMs / 2)
    expect(hanging.asked()).toBe(8)
  })

  it('that fails is tried again by its own plan, and the others have each event once', async () => {
    const copy = running.use(await environment.startCopy())
    const client = running.use(environment.callEndpoints(copy))
    const place = newPlace()
    const down = await add(client, place, 'http://127.0.0.1:1/')
    const up = await add(client, place, receiver.url)
    await publishEnded(environment.broker, place)
    const failed = await until('it has failed', async () => {
      const { events } = await client.listEvents({ ...down, per_page: 10, status: 'failed' })
      return events[0]
    })
    expect(failed.attempts).toHaveLength(fastEvents.retries.length + 1)
    const { events } = await client.listEvents({ ...up, per_page: 10 })
    expect(events).toMatchObject([{ id: failed.id, status: 'delivered', attempts: [{ status: 204 }] }])
    expect(receiver.got).toHaveLength(1)
  })
})

describe('a copy that is killed while two endpoints have their requests', () => {
  it('is followed by one that sends both again, each under the id that it had', async () => {
    const copy = running.use(await environment.startCopy())
    const client = running.use(environment.callEndpoints(copy))
    const place = newPlace()
    await add(client, place, `${receiver.url}/one`)
    await add(client, place, `${receiver.url}/other`)
    await copy[Symbol.asyncDispose]()
    // Taken by both receivers, whose answers the copy does not live to see.
    receiver.answer({ status: 204, afterMs: 60_000 }, { status: 204, afterMs: 60_000 })
    const killed = running.use(
      await startCopyProcess(environment, { timing: { events: { ...fastEvents, timeout: 5_000, lease: 6_000 } } }),
    )
    await publishEnded(environment.broker, place)
    await untilGot(2)
    await killed.kill()
    running.use(await environment.startCopy())
    await untilGot(4)
    const idsAt = (path: string) =>
      receiver.got.filter((one) => one.path === `/events/${path}`).map(({ headers }) => headers['webhook-id'])
    const [id] = idsAt('one')
    expect(id).toMatch(/^[0-9a-f-]{36}$/)
    expect([idsAt('one'), idsAt('other')]).toEqual([
      [id, id],
      [id, id],
    ])
    const text = `select from outbound_events where account_id = $1 and status = 'delivered'`
    await until(
      'both are noted once',
      async () => (await environment.db.query({ text, values: [place.account_id] })).rowCount === 2,
    )
  })
})
