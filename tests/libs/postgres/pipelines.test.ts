import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals'
import { connectDatabase, type Database } from '@pagebell/postgres/database'
import { createLog } from '@pagebell/runtime/log'
import { startTcpProxy, type TcpProxy } from '@pagebell/testing/start-tcp-proxy'
import { type TestDatabase, testDatabase } from '@pagebell/testing/test-database'
import { until } from '@pagebell/testing/until'

const log = createLog('pipelines test', 'silent')
const unavailable = { kind: 'unavailable' }
let own: TestDatabase
let wire: TcpProxy
/** Through the wire that tests cut, impatiently. */
let db: Database

beforeAll(async () => {
  own = await testDatabase('report')
  wire = await startTcpProxy(own.url)
  db = connectDatabase({ url: wire.through(own.url), log, answerTimeoutMs: 1_000 })
})

afterEach(() => wire.restore())

afterAll(async () => {
  await db[Symbol.asyncDispose]()
  await wire[Symbol.asyncDispose]()
  await own.drop()
})

type Seen = { account: string; pid: number; n: number }

async function see(account: string, n = 0, divisor = 1): Promise<Seen | undefined> {
  const text = `select current_setting('pagebell.account') as account, pg_backend_pid() as pid, $1::int / $2::int as n`
  return (await db.walking(account).query<Seen>({ name: 'see', text, values: [n, divisor] })).rows[0]
}

const worksAgain = () =>
  until('it works again', () => see('A').then(({ account } = { account: '', pid: 0, n: 0 }) => account))

it('answers everybody in his own name and what he asked, on two connections at most', async () => {
  const asked = Array.from({ length: 300 }, (_, n) => ({ account: `account ${(n * n) % 7}`, n }))
  const seen = await Promise.all(asked.map(({ account, n }) => see(account, n)))
  expect(seen.map((one) => ({ account: one?.account, n: one?.n }))).toEqual(asked)
  expect(new Set(seen.map((one) => one?.pid)).size).toBeLessThanOrEqual(2)
})

it('lets a statement fail alone', async () => {
  const answers = await Promise.allSettled([see('A', 1), see('A', 1, 0), see('A', 2), see('B', 1, 0), see('B', 3)])
  expect(answers.map((one) => (one.status === 'fulfilled' ? one.value?.n : one.reason.code))).toEqual([
    1,
    '22012',
    2,
    '22012',
    3,
  ])
})

it('answers nobody whose account could not be put in charge, though his statement alone would succeed', async () => {
  // A name that PostgreSQL refuses.
  const refused = 'A\0'
  const answers = await Promise.allSettled([see('A', 1), see(refused, 2), see(refused, 3)])
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
  expect([await see('A', 4), await see('B', 5)]).toMatchObject([
    { account: 'A', n: 4 },
    { account: 'B', n: 5 },
  ])
})

it('says unavailable when the wire is cut, to all who wait, and works again once it is whole', async () => {
  await worksAgain()
  wire.freeze()
  const waiting = [see('A'), see('B'), see('C')].map((one) => expect(one).rejects.toMatchObject(unavailable))
  wire.cut()
  await Promise.all(waiting)
  await expect(see('A')).rejects.toMatchObject(unavailable)
  wire.restore()
  expect(await worksAgain()).toBe('A')
})

it('says unavailable when the server is silent, and asks on another connection then', async () => {
  const before = await see('A')
  wire.freeze()
  await expect(see('A')).rejects.toMatchObject(unavailable)
  wire.restore()
  await worksAgain()
  expect((await see('A'))?.pid).not.toBe(before?.pid)
})

it('says unavailable when no connection can be made', async () => {
  wire.freeze()
  await using none = connectDatabase({ url: wire.through(own.url), log })
  const asked = none.walking('A').query({ text: 'select 1' })
  await expect(asked).rejects.toMatchObject(unavailable)
})

it('works again after PostgreSQL has ended its sessions', async () => {
  const before = await see('A')
  await db.query({
    text: 'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  })
  await worksAgain()
  expect((await see('A'))?.pid).not.toBe(before?.pid)
})
