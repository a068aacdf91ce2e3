import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { followCursor } from '@pagebell/rpc/follow-cursor'
import { hashUrl } from '../src/deliveries/delivery.ts'
import { insertDeliveries } from '../src/deliveries/insert.sql.ts'
import { requeueBatch, requeueRejected } from '../src/deliveries/requeue.sql.ts'
import type { Service } from '../src/service.ts'
import { noEndpoints, startTestEnvironment, statementOf, submission, type TestEnvironment } from './start-notifier.ts'

let environment: TestEnvironment
let service: Service
let deliveries: ReturnType<TestEnvironment['callDeliveries']>
beforeAll(async () => {
  environment = await startTestEnvironment()
  // Without an engine, so that what is due again stays so.
  service = await environment.startCopy({ config: noEndpoints })
  deliveries = environment.callDeliveries(service)
})
afterAll(async () => {
  await deliveries?.[Symbol.asyncDispose]()
  await service?.[Symbol.asyncDispose]()
  await environment?.[Symbol.asyncDispose]()
})

const since = '2026-11-21T10:00:00Z'

/** A batch of an account, all of it refused from then on: every tenth at the same microsecond as the one before. */
async function rejected(account_id: string, count: number, project = 'example.com'): Promise<string> {
  const batch = submission({ account_id, project })
  const rows = Array.from({ length: count }, (_, n) => {
    const url = `https://${project}/${n}`
    return { id: randomUUID(), url, urlHash: hashUrl(url), host: project }
  })
  await insertDeliveries(environment.db, batch, rows, 0)
  const n = "(split_part(url, '/', 4)::int + 1)"
  const text = `update deliveries set status = 'rejected', reason = 'refused', attempts = 3, next_at = null,
      last_attempt_at = $3::timestamptz + (${n} - (${n} % 10 = 0)::int) * interval '1 microsecond'
    where account_id = $1 and batch_id = $2`
  await environment.db.query({ text, values: [account_id, batch.batch_id, since] })
  return batch.batch_id
}

async function statuses(account_id: string): Promise<Record<string, number>> {
  const text = 'select status, count(*)::int as count from deliveries where account_id = $1 group by status'
  const { rows } = await environment.db.query<{ status: string; count: number }>({ text, values: [account_id] })
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}

type Asked = Parameters<typeof deliveries.requeueDeliveries>[0]

/** How many each portion made due. */
async function portionsOf(asked: Asked, from?: string): Promise<number[]> {
  const counts: number[] = []
  const ask = (cursor: string | undefined) => deliveries.requeueDeliveries({ ...asked, cursor: cursor ?? from })
  for await (const { count } of followCursor(ask)) counts.push(count)
  return counts
}

describe('what was rejected since a time', () => {
  it('is due again in portions of 2,000, each delivery once', async () => {
    const account_id = randomUUID()
    await rejected(account_id, 5_000)
    expect(await portionsOf({ account_id, rejected_since: since })).toEqual([2_000, 2_000, 1_000])
    expect(await statuses(account_id)).toEqual({ pending: 5_000 })
    expect(await portionsOf({ account_id, rejected_since: since })).toEqual([0])
  })

  it('stays due as far as it went when its caller dies, and asking again finishes', async () => {
    const account_id = randomUUID()
    await rejected(account_id, 4_500)
    expect(await deliveries.requeueDeliveries({ account_id, rejected_since: since })).toMatchObject({ count: 2_000 })
    expect(await statuses(account_id)).toEqual({ pending: 2_000, rejected: 2_500 })
    expect(await portionsOf({ account_id, rejected_since: since })).toEqual([2_000, 500])
    expect(await statuses(account_id)).toEqual({ pending: 4_500 })
  })

  it('is left alone where it is rejected again meanwhile', async () => {
    const account_id = randomUUID()
    await rejected(account_id, 2_500)
    const first = await deliveries.requeueDeliveries({ account_id, rejected_since: since })
    const again = `update deliveries set status = 'rejected', next_at = null, last_attempt_at = clock_timestamp()
      where account_id = $1 and status = 'pending'`
    expect((await environment.db.query({ text: again, values: [account_id] })).rowCount).toBe(2_000)
    expect(await portionsOf({ account_id, rejected_since: since }, first.next_cursor)).toEqual([500])
    expect(await statuses(account_id)).toEqual({ pending: 500, rejected: 2_000 })
  })

  it('is of one project only where that is named, and of one account always', async () => {
    const [account_id, other] = [randomUUID(), randomUUID()]
    await rejected(account_id, 2_100, 'many.example')
    await rejected(account_id, 5, 'few.example')
    await rejected(other, 3)
    const few = { account_id, rejected_since: since, project: 'few.example' }
    expect((await portionsOf(few)).reduce((sum, count) => sum + count)).toBe(5)
    expect(await statuses(account_id)).toEqual({ pending: 5, rejected: 2_100 })
    expect(await statuses(other)).toEqual({ rejected: 3 })
  })

  it('continues only by its own cursor', async () => {
    const account_id = randomUUID()
    await rejected(account_id, 2_001)
    const { next_cursor: cursor } = await deliveries.requeueDeliveries({ account_id, rejected_since: since })
    const refused = { kind: 'invalid' }
    const later = { account_id, rejected_since: '2026-11-22T10:00:00Z', cursor }
    await expect(deliveries.requeueDeliveries(later)).rejects.toMatchObject(refused)
    const ofBatch = { account_id, batch_id: randomUUID(), cursor }
    await expect(deliveries.requeueDeliveries(ofBatch)).rejects.toMatchObject(refused)
    const both = { account_id, batch_id: randomUUID(), rejected_since: since }
    await expect(deliveries.requeueDeliveries(both)).rejects.toMatchObject(refused)
  })
})

it('a batch of any size is shown whole, page by page', async () => {
  const account_id = randomUUID()
  const batch_id = await rejected(account_id, 2_500)
  const seen = new Set<string>()
  let pages = 0
  const ask = (cursor: string | undefined) => deliveries.getBatch({ account_id, batch_id, per_page: 1_000, cursor })
  for await (const page of followCursor(ask)) {
    pages += 1
    for (const { url } of page.deliveries) seen.add(url)
  }
  expect([pages, seen.size]).toEqual([3, 2_500])
  expect((await deliveries.getBatch({ account_id, batch_id })).deliveries).toHaveLength(2_500)
  const cursor = (await deliveries.getBatch({ account_id, batch_id, per_page: 1 })).next_cursor
  const other = { account_id, batch_id: randomUUID(), cursor }
  await expect(deliveries.getBatch(other)).rejects.toMatchObject({ kind: 'invalid' })
})

it('a batch of any size is due again in portions, and no other', async () => {
  const account_id = randomUUID()
  const batch_id = await rejected(account_id, 4_001)
  await rejected(account_id, 1)
  expect(await portionsOf({ account_id, batch_id })).toEqual([2_000, 2_000, 1])
  expect(await statuses(account_id)).toEqual({ pending: 4_001, rejected: 1 })
})

const portion = { accountId: randomUUID(), project: undefined, limit: 2_000 }
it.each<[string, Parameters<typeof statementOf>[0]]>([
  ['a batch', (q) => requeueBatch(q, { ...portion, batchId: randomUUID(), after: ['', ''] })],
  ['what was rejected', (q) => requeueRejected(q, { ...portion, after: [since, randomUUID()], until: undefined })],
])('a portion of %s is compared with no other rows, whatever PostgreSQL knows of the account', async (_, requeue) => {
  const { name: _name, text, ...statement } = await statementOf(requeue)
  const explained = { ...statement, text: `explain ${text}` }
  const { rows } = await environment.db.query<{ 'QUERY PLAN': string }>(explained)
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain('Tid Scan on deliveries')
  expect(plan).not.toContain('Join Filter')
})
