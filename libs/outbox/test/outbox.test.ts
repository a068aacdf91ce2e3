import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Broker, connectBroker } from '@pagebell/broker/broker'
import { connectToAny } from '@pagebell/broker/connect-to-any'
import { exchangeName, queueName } from '@pagebell/broker/topology'
import { analysisRequested } from '@pagebell/messages/analysis-requested'
import { routingKey } from '@pagebell/messages/define-message'
import { keyRevoked } from '@pagebell/messages/key-revoked'
import {
  connectDatabase,
  type Database,
  type Queryable,
  type Statement,
  type Transactions,
} from '@pagebell/postgres/database'
import { createLog } from '@pagebell/runtime/log'
import { inTrace } from '@pagebell/runtime/trace'
import { countMetrics } from '@pagebell/testing/count-metrics'
import { startTcpProxy, type TcpProxy } from '@pagebell/testing/start-tcp-proxy'
import { testBroker } from '@pagebell/testing/test-broker'
import { type TestDatabase, testDatabase } from '@pagebell/testing/test-database'
import { until } from '@pagebell/testing/until'
import { enqueue, enqueueAll, startOutbox } from '../src/outbox.ts'

const log = createLog('outbox test', 'silent')
const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
const rabbit = testBroker()
let database: TestDatabase
let db: Database
let wire: TcpProxy
let broker: Broker
let receiver: Broker
const received: { id: string; run: string; traceparent: string | undefined }[] = []

beforeAll(async () => {
  database = await testDatabase('outbox', fileURLToPath(new URL('migrations', import.meta.url)))
  db = connectDatabase({ url: database.url, log })
  wire = await startTcpProxy(rabbit.url)
  broker = await connectBroker({ url: wire.through(rabbit.url), prefix: rabbit.prefix, log, service: 'outbox-test' })
  receiver = await connectBroker({ url: rabbit.url, prefix: rabbit.prefix, log, service: 'outbox-test' })
  await receiver.consume(analysisRequested, 'analyzer', async (body, context) => {
    received.push({ id: context.id, run: body.run_id, traceparent: context.traceparent })
  })
})

afterAll(async () => {
  await receiver[Symbol.asyncDispose]()
  await broker[Symbol.asyncDispose]()
  await wire[Symbol.asyncDispose]()
  await rabbit.cleanUp()
  await db[Symbol.asyncDispose]()
  await database.drop()
})

const request = (id: string) => ({ run_id: id, report_id: crypto.randomUUID(), url: 'https://example.com/' })
const receivedOf = (id: string) => received.filter((one) => one.run === id)
const start = (through = broker) => startOutbox({ db, broker: through, messages: [analysisRequested], log })

async function waiting(): Promise<number> {
  const { rows } = await db.acrossAccounts().query<{ count: number }>({ text: 'select count(*) from outbox' })
  return rows[0]?.count ?? -1
}

async function isWaiting(id: string): Promise<boolean> {
  const { rowCount } = await db.acrossAccounts().query({ text: 'select from outbox where id = $1', values: [id] })
  return rowCount === 1
}

async function connectOperator() {
  const connection = await connectToAny(rabbit.url, 'operator')
  const channel = await connection.createChannel()
  return { channel, [Symbol.asyncDispose]: () => connection.close() }
}

describe('the outbox', () => {
  it('counts what waits once, however many metrics tell of it', async () => {
    let counted = 0
    const acrossAccounts = (): Transactions => {
      const all = db.acrossAccounts()
      return {
        ...all,
        query(statement) {
          if (statement.name === 'outbox-measure-messages') counted++
          return all.query(statement)
        },
      }
    }
    const countingDb: Database = { ...db, acrossAccounts }
    await using _outbox = startOutbox({ db: countingDb, broker, messages: [analysisRequested], log })
    using counting = countMetrics()
    await counting.read('pagebell.outbox.age')
    expect(counted).toBe(1)
    await counting.read('pagebell.outbox.age')
    expect(counted).toBe(2)
  })

  it('keeps a message under its account: that of its body, or that of the transaction', async () => {
    const [accountOfTransaction, accountOfBody] = [crypto.randomUUID(), crypto.randomUUID()]
    const ids = [crypto.randomUUID(), crypto.randomUUID()]
    await db
      .forAccount(accountOfTransaction)
      .transaction((q) => enqueue(q, analysisRequested, request(ids[0] ?? ''), ids[0] ?? ''))
    await db
      .acrossAccounts()
      .transaction((q) => enqueue(q, keyRevoked, { account_id: accountOfBody, key_id: ids[1] ?? '' }, ids[1] ?? ''))
    const { rows } = await db.acrossAccounts().query<{ account_id: string }>({
      text: 'select account_id from outbox where id = any($1) order by message',
      values: [ids],
    })
    expect(rows.map((row) => row.account_id)).toEqual([accountOfTransaction, accountOfBody])
    await db.acrossAccounts().query({ text: 'delete from outbox' })
  })

  it('has the table that its README tells services to make', async () => {
    const sql = await readFile(new URL('migrations/0001-outbox.sql', import.meta.url), 'utf8')
    expect(await readFile(new URL('../README.md', import.meta.url), 'utf8')).toContain(sql.trim())
  })

  it('publishes on flush what a commit has made, in the trace of the request, and forgets it', async () => {
    await using outbox = start()
    const id = crypto.randomUUID()
    await inTrace(traceparent, () =>
      db.acrossAccounts().transaction((q) => enqueue(q, analysisRequested, request(id), id)),
    )
    outbox.flush()
    await until('the message has arrived', () => receivedOf(id).length > 0)
    expect(receivedOf(id)).toEqual([{ id, run: id, traceparent }])
    await until('the row is gone', async () => (await waiting()) === 0)
  })

  it('publishes nothing of a transaction that is rolled back', async () => {
    await using outbox = start()
    const [lost, kept] = [crypto.randomUUID(), crypto.randomUUID()]
    const failing = db.acrossAccounts().transaction(async (q) => {
      await enqueue(q, analysisRequested, request(lost), lost)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await db.acrossAccounts().transaction((q) => enqueue(q, analysisRequested, request(kept), kept))
    outbox.flush()
    await until('the later one has arrived', () => receivedOf(kept).length > 0)
    expect(receivedOf(lost)).toEqual([])
  })

  it('takes no body that its consumers would refuse, and the transaction goes with it', async () => {
    const wrong = { ...request(crypto.randomUUID()), url: '' }
    const writing = db.acrossAccounts().transaction((q) => enqueue(q, analysisRequested, wrong, wrong.run_id))
    await expect(writing).rejects.toMatchObject({ kind: 'invalid' })
    expect(await waiting()).toBe(0)
  })

  it('takes many messages in one statement, each with a new id, or none of them', async () => {
    const runs = Array.from({ length: 200 }, () => crypto.randomUUID())
    const statements: Statement[] = []
    await db.acrossAccounts().transaction((q) => {
      const query: Queryable['query'] = (statement) => {
        statements.push(statement)
        return q.query(statement)
      }
      return enqueueAll({ query }, analysisRequested, runs.map(request))
    })
    expect(statements).toHaveLength(1)
    await using outbox = start()
    outbox.flush()
    await until('all were received', async () => runs.every((run) => receivedOf(run).length === 1))
    expect(new Set(runs.flatMap(receivedOf).map(({ id }) => id)).size).toBe(runs.length)

    const bodies = [request(crypto.randomUUID()), { ...request(crypto.randomUUID()), url: '' }]
    const writing = db.acrossAccounts().transaction((q) => enqueueAll(q, analysisRequested, bodies))
    await expect(writing).rejects.toMatchObject({ kind: 'invalid' })
    expect(await waiting()).toBe(0)
  })

  it('takes the same message twice as one, and two messages under one id not at all', async () => {
    const id = crypto.randomUUID()
    await db.acrossAccounts().transaction((q) => enqueue(q, analysisRequested, request(id), id))
    await db.acrossAccounts().transaction((q) => enqueue(q, analysisRequested, request(id), id))
    expect(await waiting()).toBe(1)
    const other = { account_id: crypto.randomUUID(), key_id: crypto.randomUUID() }
    await expect(db.acrossAccounts().transaction((q) => enqueue(q, keyRevoked, other, id))).rejects.toThrow(id)
    await using _outbox = start()
    await until('it has left', async () => (await waiting()) === 0)
  })

  it('finds what a crashed copy left over, all of it, without being asked', async () => {
    const ids = Array.from({ length: 250 }, () => crypto.randomUUID())
    await db.acrossAccounts().transaction(async (q) => {
      for (const id of ids) await enqueue(q, analysisRequested, request(id), id)
    })
    await using _outbox = start()
    await until('all have arrived', () => ids.every((id) => receivedOf(id).length > 0))
    await until('the table is empty', async () => (await waiting()) === 0)
  })

  it('lets two copies share the work without publishing anything twice', async () => {
    const ids = Array.from({ length: 300 }, () => crypto.randomUUID())
    await db.acrossAccounts().transaction(async (q) => {
      for (const id of ids) await enqueue(q, analysisRequested, request(id), id)
    })
    await using _one = start()
    await using _two = start()
    await until('the table is empty', async () => (await waiting()) === 0)
    await until('all have arrived', () => ids.every((id) => receivedOf(id).length > 0))
    expect(ids.filter((id) => receivedOf(id).length !== 1)).toEqual([])
  })

  it('keeps messages through an outage of the broker, and sends them when it is back', async () => {
    await using outbox = start()
    wire.cut()
    const id = crypto.randomUUID()
    await db.acrossAccounts().transaction((q) => enqueue(q, analysisRequested, request(id), id))
    outbox.flush()
    await until('publishing fails', () =>
      broker.ping().then(
        () => false,
        () => true,
      ),
    )
    expect(await waiting()).toBe(1)
    wire.restore()
    await until('the message has arrived', () => receivedOf(id).length > 0)
    await until('the row is gone', async () => (await waiting()) === 0)
  })

  it('publishes again, with the same id, what was confirmed by an answer that got lost', async () => {
    await until('the broker is there', () => broker.ping().then(() => true))
    wire.muteAnswers()
    const id = crypto.randomUUID()
    await db.acrossAccounts().transaction((q) => enqueue(q, analysisRequested, request(id), id))
    await using outbox = start()
    outbox.flush()
    await until('it has arrived without a confirmation', () => receivedOf(id).length === 1)
    expect(await waiting()).toBe(1)
    wire.restore()
    wire.cut()
    wire.restore()
    await until('it has arrived again', () => receivedOf(id).length > 1)
    expect(new Set(receivedOf(id).map((one) => one.id))).toEqual(new Set([id]))
    await until('the row is gone', async () => (await waiting()) === 0)
  })

  it('publishes what is behind a hundred messages of a kind that no queue takes, and those when one does', async () => {
    const binding = [
      queueName(rabbit.prefix, analysisRequested, 'analyzer'),
      exchangeName(rabbit.prefix),
      routingKey(analysisRequested),
    ] as const
    await using operator = await connectOperator()
    await operator.channel.unbindQueue(...binding)
    const ids = Array.from({ length: 100 }, () => crypto.randomUUID())
    const revoked = { account_id: crypto.randomUUID(), key_id: crypto.randomUUID() }
    await db.acrossAccounts().transaction(async (q) => {
      for (const id of ids) await enqueue(q, analysisRequested, request(id), id)
      await enqueue(q, keyRevoked, revoked, revoked.key_id)
    })
    await using _outbox = startOutbox({ db, broker, messages: [analysisRequested, keyRevoked], log })
    await until('the other one has left', async () => !(await isWaiting(revoked.key_id)))
    expect(await waiting()).toBe(100)
    await operator.channel.bindQueue(...binding)
    await until('all have arrived', () => ids.every((id) => receivedOf(id).length > 0))
    await until('the table is empty', async () => (await waiting()) === 0)
  })

  it('publishes what is behind a hundred messages of the same kind that are refused, as after a rollback', async () => {
    await db.acrossAccounts().query({
      text: `
      insert into outbox (id, message, body)
      select gen_random_uuid(), $1, '{"of": "a newer version"}' from generate_series(1, 100)`,
      values: [routingKey(analysisRequested)],
    })
    const id = crypto.randomUUID()
    await db.acrossAccounts().transaction((q) => enqueue(q, analysisRequested, request(id), id))
    await using _outbox = start()
    await until('it has arrived', () => receivedOf(id).length > 0)
    await until('its row is gone', async () => !(await isWaiting(id)))
    expect(await waiting()).toBe(100)
    await db.acrossAccounts().query({ text: 'delete from outbox' })
  })
})
