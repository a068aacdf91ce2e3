import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { connectDatabase, type Database } from '@pagebell/postgres/database'
import { type ReplicaReads, readFromReplica } from '@pagebell/postgres/replica-reads'
import { createLog } from '@pagebell/runtime/log'
import { startTcpProxy, type TcpProxy } from '@pagebell/testing/start-tcp-proxy'
import { type TestDatabase, testDatabase } from '@pagebell/testing/test-database'

const log = createLog('replica test', 'silent')
const account = crypto.randomUUID()
/** Two databases with the same schema and different content. */
let databases: [TestDatabase, TestDatabase]
let primary: Database
let replica: Database
let wire: TcpProxy

beforeAll(async () => {
  databases = [await testDatabase('report'), await testDatabase('report')]
  wire = await startTcpProxy(databases[1].url)
  primary = connectDatabase({ url: databases[0].url, log })
  replica = connectDatabase({ url: wire.through(databases[1].url), log })
})

afterAll(async () => {
  await primary[Symbol.asyncDispose]()
  await replica[Symbol.asyncDispose]()
  await wire[Symbol.asyncDispose]()
  for (const database of databases) await database.drop()
})

const nameOf = (database: TestDatabase): string => new URL(database.url).pathname.slice(1)

async function answeredBy(reads: ReplicaReads): Promise<string | undefined> {
  const { rows } = await reads.forAccount(account).query<{ name: string }>({
    text: 'select current_database()::text as name',
  })
  return rows[0]?.name
}

it('reads from the replica for the account, and from the primary while the replica is down', async () => {
  const reads = readFromReplica(primary, replica, log)
  expect(await answeredBy(reads)).toBe(nameOf(databases[1]))
  const tenant = await reads
    .forAccount(account)
    .transaction((q) => q.query<{ id: string }>({ text: `select current_setting('pagebell.account') as id` }))
  expect(tenant.rows).toEqual([{ id: account }])
  wire.cut()
  expect(await answeredBy(reads)).toBe(nameOf(databases[0]))
})

it('reports errors of a statement', async () => {
  wire.restore()
  const reads = readFromReplica(primary, replica, log)
  await expect(reads.forAccount(account).query({ text: 'select * from nowhere' })).rejects.toMatchObject({
    code: '42P01',
  })
})
