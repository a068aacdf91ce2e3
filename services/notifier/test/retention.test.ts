import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { until } from '@pagebell/testing/until'
import { hashUrl } from '../src/deliveries/delivery.ts'
import { insertDeliveries } from '../src/deliveries/insert.sql.ts'
import { insertEngineCalls } from '../src/deliveries/outcomes.sql.ts'
import { noEndpoints, startTestEnvironment, submission, type TestEnvironment } from './start-notifier.ts'

let environment: TestEnvironment
const running = new AsyncDisposableStack()
beforeAll(async () => {
  environment = running.use(await startTestEnvironment())
})
afterAll(() => running.disposeAsync())

const daysAgo = (days: number): number => Date.now() - days * 86_400_000

/** Deliveries of a new account, submitted so long ago, in this status. */
async function logged(account_id: string, days: number, status: string, count = 1): Promise<string[]> {
  const batch = submission({ account_id, submitted_at: new Date(daysAgo(days)).toISOString() })
  const rows = Array.from({ length: count }, (_, n) => {
    const url = `https://www.example.com/${days}/${status}/${n}`
    return { id: randomUUID(), url, urlHash: hashUrl(url), host: 'www.example.com' }
  })
  await insertDeliveries(environment.db, batch, rows, 0)
  const text = 'update deliveries set status = $2, next_at = null where batch_id = $1'
  await environment.db.query({ text, values: [batch.batch_id, status] })
  return rows.map(({ id }) => id)
}

/** A request of that time; its id tells it. */
async function asked(accountId: string, days: number): Promise<string> {
  const time = daysAgo(days).toString(16).padStart(12, '0')
  const id = `${time.slice(0, 8)}-${time.slice(8)}-7abc-8abc-${randomUUID().slice(-12)}`
  const answer = { id, outcome: 'delivered', reason: null, response: undefined } as const
  const call = { accountId, engine: 'https://engine.example/', urls: 1, tookMs: 1 }
  await insertEngineCalls(environment.db, call, [answer])
  return id
}

async function idsOf(table: 'deliveries' | 'engine_calls', accountId: string): Promise<string[]> {
  const text = `select id from ${table} where account_id = $1 order by id`
  return (await environment.db.query<{ id: string }>({ text, values: [accountId] })).rows.map(({ id }) => id)
}

describe('the log', () => {
  it('forgets what has ended and is older than it is kept for, account by account, and nothing else', async () => {
    const [one, other, young] = [randomUUID(), randomUUID(), randomUUID()]
    const kept = [
      ...(await logged(one, 89, 'delivered')),
      // What is still open is kept however old it is, and does not hide what is younger.
      ...(await logged(one, 400, 'held')),
      ...(await logged(one, 399, 'retrying')),
    ]
    for (const status of ['delivered', 'rejected', 'dropped', 'set_aside']) await logged(one, 91, status)
    await logged(other, 91, 'delivered', 4_500)
    const stays = await logged(young, 1, 'delivered')
    const calls = [await asked(one, 89), await asked(young, 1)]
    await asked(one, 91)
    await asked(other, 500)

    await using _copy = await environment.startCopy({ config: noEndpoints })
    await until('the other has nothing left', async () => (await idsOf('deliveries', other)).length === 0)
    // Accounts come in the order of their ids, so that either may be the last.
    const callsLeft = async () => [...(await idsOf('engine_calls', other)), ...(await idsOf('engine_calls', one))]
    await until('their attempts are gone too', async () => (await callsLeft()).length === 1)
    expect(await idsOf('deliveries', one)).toEqual(kept.toSorted())
    expect(await idsOf('deliveries', young)).toEqual(stays)
    expect([await idsOf('engine_calls', one), await idsOf('engine_calls', young)]).toEqual(calls.map((id) => [id]))
  })

  it('is kept as long as the operator says', async () => {
    const account = randomUUID()
    const kept = await logged(account, 2, 'delivered')
    await logged(account, 4, 'delivered')
    await using _copy = await environment.startCopy({
      config: { ...noEndpoints, BATCH_RETENTION_DAYS: 3 },
      timing: { logSweep: 50 },
    })
    await until('the older one is gone', async () => (await idsOf('deliveries', account)).length === 1)
    expect(await idsOf('deliveries', account)).toEqual(kept)
  })
})
