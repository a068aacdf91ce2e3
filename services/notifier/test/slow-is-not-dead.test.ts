import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { countMetrics } from '@pagebell/testing/count-metrics'
import { startTcpProxy } from '@pagebell/testing/start-tcp-proxy'
import { until } from '@pagebell/testing/until'
import { deliveries } from '../src/metrics.ts'
import { startCopyProcess } from './start-copy-process.ts'
import {
  fast,
  noEndpoints,
  rowsOf,
  startTestEnvironment,
  submit,
  type TestEnvironment,
  untilAll,
} from './start-notifier.ts'

let environment: TestEnvironment
let running: AsyncDisposableStack
beforeEach(async () => {
  running = new AsyncDisposableStack()
  environment = running.use(await startTestEnvironment())
})
afterEach(() => running.disposeAsync())

/** An IndexNow engine that responds when a test lets it, and counts how often it received each URL. */
async function startEngine(answer: () => Promise<void> = async () => undefined) {
  const received = new Map<string, number>()
  const server = createServer(async (request, reply) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const { urlList } = JSON.parse(Buffer.concat(parts).toString()) as { urlList: string[] }
    for (const url of urlList) received.set(url, (received.get(url) ?? 0) + 1)
    await answer()
    reply.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  running.defer(() => {
    server.closeAllConnections()
    server.close()
  })
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/indexnow`
  return { received, config: { ...noEndpoints, INDEXNOW_ENDPOINT: endpoint } }
}

const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
const lease = 1_000
const slowTiming = { deliveries: { ...fast, lease }, engineTimeout: 20_000 }

describe('a claim under way', () => {
  it('is renewed while the engine takes longer than a lease, so that no other copy asks as well', async () => {
    const engine = await startEngine(() => after(4 * lease))
    for (let copy = 0; copy < 2; copy++)
      running.use(await environment.startCopy({ config: engine.config, timing: slowTiming }))
    const { batch_id } = await submit(environment.broker, {
      urls: ['https://www.example.com/1', 'https://www.example.com/2'],
    })
    await untilAll(environment.db, batch_id, 'delivered')
    expect([...engine.received.values()]).toEqual([1, 1])
  })

  it('is renewed while the database answers so late that a lease is over before the outcome is written', async () => {
    const engine = await startEngine()
    const wire = running.use(await startTcpProxy(environment.databaseUrl))
    const short = { ...slowTiming, deliveries: { ...fast, lease: 400 } }
    const config = { ...engine.config, DATABASE_URL: wire.through(environment.databaseUrl) }
    running.use(await environment.startCopy({ config, timing: short }))
    // A tenth of a second for each answer, of which a delivery needs six.
    wire.slow(50)
    const { batch_id } = await submit(environment.broker)
    await until('the engine has the request', () => engine.received.size === 1)
    // A quick one, which would take what is due again.
    running.use(await environment.startCopy({ config: engine.config, timing: short }))
    await untilAll(environment.db, batch_id, 'delivered')
    expect([...engine.received.values()]).toEqual([1])
  })

  it('is written down at last when the rows were out of reach for longer than a statement may last', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const { promise: locked, resolve: lock } = Promise.withResolvers<void>()
    let holding: Promise<void> | undefined
    // Another copy has the rows from the moment at which the engine receives the request.
    const engine = await startEngine(async () => {
      holding ??= environment.db.transaction(async (q) => {
        await q.query({ text: 'select from deliveries for update' })
        lock()
        await released
      })
      await locked
    })
    running.use(await environment.startCopy({ config: engine.config, timing: slowTiming }))
    const { batch_id } = await submit(environment.broker)
    await locked
    const waiting = async (seconds: number) => {
      const text = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        and query like '%record_outcomes%' and query_start < clock_timestamp() - $1 * interval '1 second'`
      return (await environment.db.query({ text, values: [seconds] })).rowCount
    }
    await until('the outcome has waited for long', async () => (await waiting(9)) > 0)
    await until('its statement was given up', async () => (await waiting(9)) === 0)
    release()
    await holding
    await untilAll(environment.db, batch_id, 'delivered')
    expect([...engine.received.values()]).toEqual([1])
  })

  it('of a process that was stopped for longer than its lease is not sent when the process goes on', async () => {
    const engine = await startEngine()
    const { promise, resolve: answer } = Promise.withResolvers<void>()
    environment.projects.answers = promise
    const { child, hasLogged } = running.use(
      await startCopyProcess(environment, { config: engine.config, timing: slowTiming }),
    )
    const { batch_id } = await submit(environment.broker)
    const count = async (state: string) => {
      const text = `select from delivery_claims c join deliveries d using (account_id, project_id)
        where d.batch_id = $1 and ${state}`
      return (await environment.db.query({ text, values: [batch_id] })).rowCount
    }
    await until('it has claimed', async () => (await count('c.until > clock_timestamp()')) === 1)
    child.kill('SIGSTOP')
    await until('the lease is over', async () => (await count('c.until <= clock_timestamp()')) === 1)
    answer()
    const second = running.use(await environment.startCopy({ config: engine.config, timing: slowTiming }))
    await untilAll(environment.db, batch_id, 'delivered')
    await second[Symbol.asyncDispose]()
    child.kill('SIGCONT')
    // Not sent because its lease has ended or, after a longer stop, because its call to the project service has.
    await until('it has gone on', () => hasLogged('not sent') || hasLogged('sent to the engine'))
    expect([...engine.received.values()]).toEqual([1])
  })

  it('is no time-out for a process that was stopped while the engine answered', async () => {
    const { promise, resolve: answer } = Promise.withResolvers<void>()
    const engine = await startEngine(() => promise)
    const calm = { deliveries: { ...fast, lease: 60_000 }, engineTimeout: 1_500 }
    const { child } = running.use(await startCopyProcess(environment, { config: engine.config, timing: calm }))
    const { batch_id } = await submit(environment.broker)
    await until('the engine has the request', () => engine.received.size === 1)
    child.kill('SIGSTOP')
    // Longer than the engine's time: what is measured is that this is not counted.
    const stopped = performance.now()
    await until('its time is over', () => performance.now() - stopped > 3_000)
    answer()
    child.kill('SIGCONT')
    expect(await untilAll(environment.db, batch_id, 'delivered')).toMatchObject([{ attempts: 1 }])
    expect([...engine.received.values()]).toEqual([1])
  })

  it('that has passed to another copy is neither written nor counted by the one that was late', async () => {
    const { promise, resolve: answer } = Promise.withResolvers<void>()
    const engine = await startEngine(() => promise)
    const metrics = running.use(countMetrics())
    const delivered = async () => {
      const points = await metrics.read(deliveries.name)
      return points.find(({ labels }) => labels['pagebell.outcome'] === 'delivered')?.value ?? 0
    }
    const before = await delivered()
    const copy = running.use(await environment.startCopy({ config: engine.config, timing: { engineTimeout: 20_000 } }))
    const { batch_id } = await submit(environment.broker)
    await until('the engine has the request', () => engine.received.size === 1)
    const text = `update delivery_claims set lease = gen_random_uuid(), until = clock_timestamp() + interval '1 hour'
      where project_id = (select project_id from deliveries where batch_id = $1)`
    await environment.db.query({ text, values: [batch_id] })
    answer()
    // A stop waits for the request under way, and for what is written and counted of it.
    await copy[Symbol.asyncDispose]()
    expect(await rowsOf(environment.db, batch_id)).toMatchObject([{ status: 'pending', attempts: 0 }])
    expect(await delivered()).toBe(before)
  })
})
