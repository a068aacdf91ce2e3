import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { connectDatabase, type Database } from '@pagebell/postgres/database'
import { createLog } from '@pagebell/runtime/log'
import { createReportReader } from '../src/reports/report-reader.ts'
import { newReport, type RunningService, runService } from './running-service.ts'

let running: RunningService
let db: Database
beforeAll(async () => {
  running = await runService()
  db = connectDatabase({ url: running.databaseUrl, log: createLog('test', 'silent') })
})
afterAll(async () => {
  await db?.[Symbol.asyncDispose]()
  await running?.[Symbol.asyncDispose]()
})

/** An account with this many reports. */
async function createAccount(reports: number): Promise<{ accountId: string; ids: string[] }> {
  const accountId = crypto.randomUUID()
  const creating = Array.from({ length: reports }, (_, page) =>
    running.reports.createReport(newReport({ account_id: accountId, url: `https://example.com/${page}` })),
  )
  return { accountId, ids: (await Promise.all(creating)).map(({ id }) => id) }
}

/** The database, and the number of statements for each account. */
function countStatements() {
  const statements = new Map<string, number>()
  const forAccount: Database['forAccount'] = (accountId) => {
    statements.set(accountId, (statements.get(accountId) ?? 0) + 1)
    return db.forAccount(accountId)
  }
  return { counted: { forAccount }, statements }
}

it('reads concurrent requests of an account by few statements, and no report of another account', async () => {
  const [account, otherAccount] = [await createAccount(30), await createAccount(3)]
  const { counted, statements } = countStatements()
  const read = createReportReader(counted)
  const requested = [...account.ids, account.ids[0] ?? '']
  const missing = [crypto.randomUUID(), ...otherAccount.ids].map((id) =>
    expect(read(account.accountId, id)).rejects.toMatchObject({ kind: 'not_found' }),
  )
  const reports = await Promise.all(requested.map((id) => read(account.accountId, id)))
  await Promise.all(missing)
  expect(reports.map(({ id }) => id)).toEqual(requested)
  // At most 25 by one.
  expect([...statements]).toEqual([[account.accountId, 2]])
})

it('reads each account by its own statement, which may fail alone', async () => {
  const accounts = [await createAccount(2), await createAccount(2)]
  const { counted, statements } = countStatements()
  const read = createReportReader({
    forAccount(accountId) {
      if (accountId === 'broken') throw new Error('this account fails')
      return counted.forAccount(accountId)
    },
  })
  const failing = expect(read('broken', crypto.randomUUID())).rejects.toThrow('this account fails')
  const reading = accounts.flatMap(({ accountId, ids }) => ids.map((id) => read(accountId, id)))
  expect((await Promise.all(reading)).map(({ id }) => id)).toEqual(accounts.flatMap(({ ids }) => ids))
  await failing
  expect([...statements.values()]).toEqual([1, 1])
})

it('returns no report that was read before it was requested', async () => {
  const { accountId, ids } = await createAccount(1)
  const [id = ''] = ids
  const read = createReportReader(db)
  for (const privacy of [1, 0, 1]) {
    // In progress while the report is changed, so that the next request would find a batch to join.
    const before = read(accountId, id)
    await running.reports.changeReport({
      account_id: accountId,
      id,
      privacy,
      password: undefined,
      analyze_again: false,
    })
    expect((await read(accountId, id)).privacy).toBe(privacy)
    await before
  }
})
