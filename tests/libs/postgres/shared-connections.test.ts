import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals'
import { connectDatabase, type Database } from '@pagebell/postgres/database'
import { createLog } from '@pagebell/runtime/log'
import { startTcpProxy, type TcpProxy } from '@pagebell/testing/start-tcp-proxy'
import { type TestDatabase, testDatabase } from '@pagebell/testing/test-database'
import { until } from '@pagebell/testing/until'

const log = createLog('shared connections test', 'silent')
const unavailable = { kind: 'unavailable' }
let database: TestDatabase
let wire: TcpProxy
/** Through the proxy, with a short timeout. */
let db: Database

beforeAll(async () => {
  database = await testDatabase('report')
  wire = await startTcpProxy(database.url)
  db = connectDatabase({ url: wire.through(database.url), log, answerTimeoutMs: 1_000 })
})

afterEach(() => wire.restore())

afterAll(async () => {
  await db[Symbol.asyncDispose]()
  await wire[Symbol.asyncDispose]()
  await database.drop()
})

type Row = { account: string; pid: number; n: number }

async function read(account: string, n = 0, divisor = 1): Promise<Row | undefined> {
  const text = `select current_setting('pagebell.account') as account, pg_backend_pid() as pid, $1::int / $2::int as n`
  const statement = { name: 'read', text, values: [n, divisor] }
  return (await db.indexReads(account).query<Row>(statement)).rows[0]
}

const worksAgain = () => until('it works again', () => read('A').then((row) => row?.account ?? ''))

it('answers each account with its rows, on two connections at most', async () => {
  const requests = Array.from({ length: 300 }, (_, n) => ({ account: `account ${(n * n) % 7}`, n }))
  const rows = await Promise.all(requests.map(({ account, n }) => read(account, n)))
  expect(rows.map((row) => ({ account: row?.account, n: row?.n }))).toEqual(requests)
  expect(new Set(rows.map((row) => row?.pid)).size).toBeLessThanOrEqual(2)
})

it('fails one statement without the others', async () => {
  const results = await Promise.allSettled([read('A', 1), read('A', 1, 0), read('A', 2), read('B', 1, 0), read('B', 3)])
  const seen = results.map((result) => (result.status === 'fulfilled' ? result.value?.n : result.reason.code))
  expect(seen).toEqual([1, '22012', 2, '22012', 3])
})

it('fails the statements of a tenant that could not be set, even those that would succeed', async () => {
  // PostgreSQL refuses NUL in a text.
  const refused = 'A\0'
  const results = await Promise.allSettled([read('A', 1), read(refused, 2), read(refused, 3)])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
  const next = [await read('A', 4), await read('B', 5)]
  expect(next).toMatchObject([
    { account: 'A', n: 4 },
    { account: 'B', n: 5 },
  ])
})

it('fails what waits with "unavailable" when the connection is cut, and works again afterwards', async () => {
  await worksAgain()
  wire.freeze()
  const waiting = [read('A'), read('B'), read('C')].map((row) => expect(row).rejects.toMatchObject(unavailable))
  wire.cut()
  await Promise.all(waiting)
  await expect(read('A')).rejects.toMatchObject(unavailable)
  wire.restore()
  expect(await worksAgain()).toBe('A')
})

it('fails with "unavailable" when the server is silent, and uses another connection then', async () => {
  const before = await read('A')
  wire.freeze()
  await expect(read('A')).rejects.toMatchObject(unavailable)
  wire.restore()
  await worksAgain()
  expect((await read('A'))?.pid).not.toBe(before?.pid)
})

it('fails with "unavailable" when no connection can be made', async () => {
  wire.freeze()
  await using none = connectDatabase({ url: wire.through(database.url), log })
  const reading = none.indexReads('A').query({ name: 'one', text: 'select 1' })
  await expect(reading).rejects.toMatchObject(unavailable)
})

it('works again after PostgreSQL has ended its sessions', async () => {
  const before = await read('A')
  await db.acrossAccounts().query({
    text: 'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  })
  await worksAgain()
  expect((await read('A'))?.pid).not.toBe(before?.pid)
})
