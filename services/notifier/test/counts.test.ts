import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { connectRpc, type RpcClient } from '@pagebell/rpc/connect-rpc'
import { DeliveryCounts } from '@pagebell/rpc/contracts'
import { deleteOldHours } from '../src/deliveries/counts.sql.ts'
import { hashUrl } from '../src/deliveries/delivery.ts'
import { insertDeliveries } from '../src/deliveries/insert.sql.ts'
import type { Service } from '../src/service.ts'
import { startTestEnvironment, submission, submit, type TestEnvironment, untilAll } from './start-notifier.ts'

let environment: TestEnvironment
let service: Service
let counts: RpcClient<typeof DeliveryCounts>
const running = new AsyncDisposableStack()
beforeAll(async () => {
  environment = running.use(await startTestEnvironment())
  service = running.use(await environment.startCopy())
  counts = running.use(
    connectRpc(DeliveryCounts, { address: `127.0.0.1:${service.rpcPort}`, internalToken: 'component-test' }),
  )
})
afterAll(() => running.disposeAsync())

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
const pages = (count: number) => Array.from({ length: count }, (_, n) => `https://www.example.com/${n}`)
const hoursOf = async (account_id: string, project_id?: string) =>
  (await counts.listEndedHours({ account_id, project_id, from: hoursAgo(2) })).hours

/** Deliveries in this status, as if they had been there all along. */
async function insert(
  account_id: string,
  status: string,
  count: number,
  changes: { project?: string; channel?: string } = {},
) {
  const batch = submission({ account_id, ...changes })
  const rows = pages(count).map((url) => ({ id: randomUUID(), url, urlHash: hashUrl(url), host: 'www.example.com' }))
  await insertDeliveries(environment.db, batch, rows, 3_600_000)
  const text = 'update deliveries set status = $2, next_at = null where batch_id = $1'
  await environment.db.query({ text, values: [batch.batch_id, status] })
  return batch
}

describe('what has ended', () => {
  it('is counted once in its hour, by project and for the account', async () => {
    const account_id = randomUUID()
    const first = await submit(environment.broker, { account_id, urls: pages(3) })
    await untilAll(environment.db, first.batch_id, 'delivered')
    await environment.tell({ next: [{ status: 403, errorCode: 'InvalidKey' }] })
    const second = await submit(environment.broker, { account_id, urls: pages(2), project: 'other.example' })
    await untilAll(environment.db, second.batch_id, 'rejected')

    const sum = (hours: { delivered: number; rejected: number }[]) => ({
      delivered: hours.reduce((total, one) => total + one.delivered, 0),
      rejected: hours.reduce((total, one) => total + one.rejected, 0),
    })
    // An hour may have ended between the two.
    expect(sum(await hoursOf(account_id))).toEqual({ delivered: 3, rejected: 2 })
    expect(sum(await hoursOf(account_id, first.project_id))).toEqual({ delivered: 3, rejected: 0 })
    expect(sum(await hoursOf(account_id, second.project_id))).toEqual({ delivered: 0, rejected: 2 })
    expect(await hoursOf(randomUUID(), first.project_id)).toEqual([])
    for (const { hour } of await hoursOf(account_id)) expect(hour).toMatch(/T\d\d:00:00/)

    const project_ids = [first.project_id, second.project_id, randomUUID()]
    const { projects } = await counts.countEnded({ account_id, project_ids, from: hoursAgo(2) })
    expect(new Map(projects.map((one) => [one.project_id, [one.delivered, one.rejected]]))).toEqual(
      new Map([
        [first.project_id, [3, 0]],
        [second.project_id, [0, 2]],
      ]),
    )
    const ahead = { account_id, project_ids, from: new Date(Date.now() + 7_200_000).toISOString() }
    expect(await counts.countEnded(ahead)).toEqual({ projects: [] })
  })

  it('is counted too when it was rejected because its channel has no settings any more', async () => {
    const account_id = randomUUID()
    const asked = submission({ account_id, urls: pages(2) })
    environment.projects.settings.set(`${asked.project_id} indexnow`, { key: 'none' })
    await submit(environment.broker, asked)
    expect(await untilAll(environment.db, asked.batch_id, 'rejected')).toMatchObject([{ attempts: 0 }, {}])
    expect(await hoursOf(account_id)).toMatchObject([{ delivered: 0, rejected: 2 }])
    environment.projects.gone.add(asked.project_id)
    const dropped = await submit(environment.broker, { ...asked, batch_id: randomUUID() })
    await untilAll(environment.db, dropped.batch_id, 'dropped')
    expect(await hoursOf(account_id)).toMatchObject([{ delivered: 0, rejected: 2 }])
  })

  it('is not counted while it is retried', async () => {
    const account_id = randomUUID()
    await environment.tell({ next: [{ status: 503 }, { status: 503 }] })
    const { batch_id } = await submit(environment.broker, { account_id, urls: pages(4) })
    await untilAll(environment.db, batch_id, 'delivered')
    const hours = await hoursOf(account_id)
    expect(hours.map(({ delivered, rejected }) => [delivered, rejected])).toEqual([[4, 0]])
  })

  it('is forgotten with the log', async () => {
    const [account_id, project_id] = [randomUUID(), randomUUID()]
    for (const days of [89, 91])
      await environment.db.query({
        text: `insert into delivery_hours values ($1, $2, date_trunc('hour', now() - make_interval(days => $3)), 'bing', 1, 0)`,
        values: [account_id, project_id, days],
      })
    await deleteOldHours(environment.db, 90)
    const from = hoursAgo(100 * 24)
    expect((await counts.listEndedHours({ account_id, project_id, from })).hours).toHaveLength(1)
  })
})

describe('the time from a submission to the answer', () => {
  const timesOf = async (account_id: string) =>
    (await counts.measureTimes({ account_id, project: 'example.com' })).channels

  it('is measured by channel, of what was delivered', async () => {
    const account_id = randomUUID()
    const took = async (batch_id: string, text: string) =>
      environment.db.query({
        text: `update deliveries set delivered_at = ${text} where batch_id = $1`,
        values: [batch_id],
      })
    const { batch_id } = await insert(account_id, 'delivered', 100)
    // From 10 to 1,000 ms.
    await took(batch_id, "submitted_at + (1 + substring(url from '[0-9]+$')::integer) * interval '10 ms'")
    const bing = await insert(account_id, 'delivered', 2, { channel: 'bing' })
    await took(bing.batch_id, "submitted_at + interval '2 minutes'")
    await insert(account_id, 'rejected', 3, { channel: 'google' })
    const times = (await timesOf(account_id)).map((one) => ({
      ...one,
      p50_ms: Math.round(one.p50_ms),
      p95_ms: Math.round(one.p95_ms),
    }))
    expect(times).toEqual([
      { channel: 'bing', delivered: 2, p50_ms: 120_000, p95_ms: 120_000 },
      { channel: 'indexnow', delivered: 100, p50_ms: 505, p95_ms: 951 },
    ])
    expect(await timesOf(randomUUID())).toEqual([])
  })
})

describe('the statuses of deliveries', () => {
  const countsOf = async (account_id: string, filter: object = {}) => {
    const all = { project: undefined, channel: undefined, batch_id: undefined, from: undefined, until: undefined }
    const { statuses } = await counts.countStatuses({ account_id, ...all, ...filter })
    return Object.fromEntries(statuses.filter(({ count }) => count > 0).map(({ status, count }) => [status, count]))
  }

  it('are counted by the filters of the list', async () => {
    const account_id = randomUUID()
    const rejected = await insert(account_id, 'rejected', 3)
    await insert(account_id, 'delivered', 5)
    await insert(account_id, 'held', 2, { project: 'other.example' })
    await insert(account_id, 'delivered', 1, { channel: 'bing' })
    expect(await countsOf(account_id)).toEqual({ rejected: 3, delivered: 6, held: 2 })
    expect(await countsOf(account_id, { project: 'other.example' })).toEqual({ held: 2 })
    expect(await countsOf(account_id, { channel: 'bing' })).toEqual({ delivered: 1 })
    expect(await countsOf(account_id, { batch_id: rejected.batch_id })).toEqual({ rejected: 3 })
    expect(await countsOf(account_id, { batch_id: 'no id' })).toEqual({})
    expect(await countsOf(account_id, { until: hoursAgo(1) })).toEqual({})
    expect(await countsOf(account_id, { from: hoursAgo(1) })).toEqual({ rejected: 3, delivered: 6, held: 2 })
    expect(await countsOf(randomUUID())).toEqual({})
  })

  it('are counted up to a thousand, and said to be more', async () => {
    const account_id = randomUUID()
    await insert(account_id, 'rejected', 1_001)
    await insert(account_id, 'held', 1_000)
    const all = { project: undefined, channel: undefined, batch_id: undefined, from: undefined, until: undefined }
    const { statuses } = await counts.countStatuses({ account_id, ...all })
    const of = (status: string) => statuses.find((one) => one.status === status)
    expect(of('rejected')).toEqual({ status: 'rejected', count: 1_000, is_capped: true })
    expect(of('held')).toEqual({ status: 'held', count: 1_000, is_capped: false })
  })

  it('reads no more than the newest for what is delivered', async () => {
    const account_id = randomUUID()
    await insert(account_id, 'delivered', 2)
    await insert(account_id, 'rejected', 3_001)
    const all = { project: undefined, channel: undefined, batch_id: undefined, from: undefined, until: undefined }
    const { statuses } = await counts.countStatuses({ account_id, ...all })
    const delivered = statuses.find(({ status }) => status === 'delivered')
    expect(delivered).toEqual({ status: 'delivered', count: 0, is_capped: true })
  })

  it.each([
    ['account_id', () => counts.countEnded({ account_id: 'x', project_ids: [], from: hoursAgo(1) })],
    ['from', () => counts.countEnded({ account_id: randomUUID(), project_ids: [], from: 'yesterday' })],
    ['project_ids', () => counts.countEnded({ account_id: randomUUID(), project_ids: ['x'], from: hoursAgo(1) })],
    ['from', () => counts.listEndedHours({ account_id: randomUUID(), project_id: undefined, from: '' })],
  ] as const)('are refused for a bad %s', async (field, call) => {
    const error = (await (call() as Promise<unknown>).catch((caught: unknown) => caught)) as {
      errors?: object
      kind: string
    }
    expect(['invalid', 'malformed']).toContain(error.kind)
    expect(JSON.stringify(error.errors ?? { [field]: [] })).toContain(field)
  })
})
