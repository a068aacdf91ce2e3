import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { connectDatabase, type Database, type Queryable } from '@pagebell/postgres/database'
import { createLog } from '@pagebell/runtime/log'
import { startTcpProxy, type TcpProxy } from '@pagebell/testing/start-tcp-proxy'
import { type TestDatabase, testDatabase } from '@pagebell/testing/test-database'
import { until } from '@pagebell/testing/until'

const log = createLog('postgres test', 'silent')
let folder: string
let database: TestDatabase
let wire: TcpProxy
/** Through the proxy that tests cut, with a short timeout. */
let db: Database
/** Bypasses the proxy, to check the outcome. */
let witness: Database

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pagebell-postgres-'))
  await writeFile(
    join(folder, '0001-things.sql'),
    'create table thing (id int primary key, at timestamptz, big bigint)',
  )
  database = await testDatabase('postgres', folder)
  wire = await startTcpProxy(database.url)
  db = connectDatabase({ url: wire.through(database.url), log, max: 2, answerTimeoutMs: 1_000 })
  witness = connectDatabase({ url: database.url, log })
})

afterAll(async () => {
  wire.restore()
  await db[Symbol.asyncDispose]()
  await witness[Symbol.asyncDispose]()
  await wire[Symbol.asyncDispose]()
  await database.drop()
  await rm(folder, { recursive: true })
})

const insert = (q: Queryable, id: number) => q.query({ text: 'insert into thing (id) values ($1)', values: [id] })

async function exists(id: number): Promise<boolean> {
  return (
    (await witness.acrossAccounts().query({ text: 'select from thing where id = $1', values: [id] })).rowCount === 1
  )
}

const backAgain = () => until('the database answers', () => db.ping().then(() => true))

describe('values', () => {
  it('match their JSON: int8 as numbers, times in UTC with milliseconds', async () => {
    const { rows } = await db.acrossAccounts().query({
      text: `select 9007199254740991::int8 as big, array[1::int8, null] as bigs, count(*) as count,
        '2026-11-21 11:00:00.123999+01'::timestamptz as at, array['2026-11-21 10:00:00+00'::timestamptz] as times,
        'infinity'::timestamptz as never, '2026-11-21'::date as day from generate_series(1, 3)`,
    })
    expect(rows).toEqual([
      {
        big: 9007199254740991,
        bigs: [1, null],
        count: 3,
        at: '2026-11-21T10:00:00.123Z',
        times: ['2026-11-21T10:00:00.000Z'],
        never: 'infinity',
        day: '2026-11-21',
      },
    ])
  })

  it('that would lose precision are refused', async () => {
    await expect(db.acrossAccounts().query({ text: 'select 9007199254740993::int8' })).rejects.toThrow(
      '9007199254740993',
    )
  })
})

describe('a reused connection', () => {
  it('has the tenant of its current user', async () => {
    await using one = connectDatabase({ url: database.url, log, max: 1 })
    const tenantOf = async (q: Queryable) =>
      (await q.query<{ tenant: string }>({ text: `select current_setting('pagebell.account') as tenant` })).rows[0]
    expect(await tenantOf(one.forAccount('A'))).toEqual({ tenant: 'A' })
    expect(await tenantOf(one.forAccount('B'))).toEqual({ tenant: 'B' })
    expect(await tenantOf(one.acrossAccounts())).toEqual({ tenant: 'every' })
    expect(await tenantOf(one.forAccount('A'))).toEqual({ tenant: 'A' })
  })
})

describe('a transaction', () => {
  it('commits on return and rolls back on a throw', async () => {
    expect(await db.acrossAccounts().transaction(async (q) => (await insert(q, 1)).rowCount)).toBe(1)
    const failing = db.acrossAccounts().transaction(async (q) => {
      await insert(q, 2)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect([await exists(1), await exists(2)]).toEqual([true, false])
  })

  it('that ignores a failed statement is not reported as committed', async () => {
    const careless = db.acrossAccounts().transaction(async (q) => {
      await insert(q, 3)
      await Promise.allSettled([insert(q, 3)])
    })
    await expect(careless).rejects.toThrow('rolled back')
    expect(await exists(3)).toBe(false)
  })

  it('keeps PostgreSQL’s own code on errors that the caller handles', async () => {
    await insert(db.acrossAccounts(), 4)
    await expect(db.acrossAccounts().transaction((q) => insert(q, 4))).rejects.toMatchObject({ code: '23505' })
  })

  it('that is a deadlock’s victim is unavailable, and rolled back', async () => {
    await insert(db.acrossAccounts(), 5)
    await insert(db.acrossAccounts(), 6)
    const lock = (q: Queryable, id: number) =>
      q.query({ text: 'select from thing where id = $1 for update', values: [id] })
    const both = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
    const cross = (index: 0 | 1) =>
      witness.acrossAccounts().transaction(async (q) => {
        await lock(q, 5 + index)
        both[index].resolve()
        await Promise.all(both.map((one) => one.promise))
        await lock(q, 6 - index)
      })
    const outcomes = await Promise.allSettled([cross(0), cross(1)])
    const victim = outcomes.find((outcome) => outcome.status === 'rejected')
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
    expect(victim?.reason).toMatchObject({ kind: 'unavailable', details: { outcome: 'none' } })
  })
})

describe('an unavailable server', () => {
  it('is unavailable with the outcome none when the connection is cut before the commit', async () => {
    const cutting = db.acrossAccounts().transaction(async (q) => {
      await insert(q, 10)
      wire.cut()
      await insert(q, 11)
    })
    await expect(cutting).rejects.toMatchObject({
      kind: 'unavailable',
      retryAfterSeconds: 2,
      details: { outcome: 'none' },
    })
    await expect(db.ping()).rejects.toMatchObject({ kind: 'unavailable', details: { outcome: 'none' } })
    wire.restore()
    await backAgain()
    expect([await exists(10), await exists(11)]).toEqual([false, false])
  })

  it('is unavailable with the outcome unknown when the response to the commit is lost', async () => {
    const muting = db.acrossAccounts().transaction(async (q) => {
      await insert(q, 20)
      wire.muteAnswers()
    })
    await expect(muting).rejects.toMatchObject({ kind: 'unavailable', details: { outcome: 'unknown' } })
    wire.restore()
    await backAgain()
    expect(await until('it was committed all the same', () => exists(20))).toBe(true)
  })

  it('is unavailable within 3 s when it does not respond, and the connection is not reused', async () => {
    await db.ping()
    wire.freeze()
    const started = performance.now()
    await expect(db.acrossAccounts().transaction((q) => insert(q, 30))).rejects.toMatchObject({
      kind: 'unavailable',
      details: { outcome: 'none' },
    })
    expect(performance.now() - started).toBeLessThan(3_000)
    wire.restore()
    await backAgain()
    expect(await exists(30)).toBe(false)
  })

  it('is unavailable when it ends the session, and the next call opens a new one', async () => {
    const ended = db.acrossAccounts().transaction(async (q) => {
      const { rows } = await q.query<{ pid: number }>({ text: 'select pg_backend_pid() as pid' })
      await witness.acrossAccounts().query({ text: 'select pg_terminate_backend($1)', values: [rows[0]?.pid] })
      await insert(q, 40)
    })
    await expect(ended).rejects.toMatchObject({ kind: 'unavailable', details: { outcome: 'none' } })
    await db.ping()
    expect(await exists(40)).toBe(false)
  })

  it('reveals no addresses or passwords', async () => {
    await using nowhere = connectDatabase({ url: 'postgres://user:hunter2@127.0.0.1:1/secret', log })
    const error = await nowhere.ping().catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ kind: 'unavailable', message: 'The database is not available.' })
  })
})
