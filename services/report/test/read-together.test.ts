import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { connectDatabase, type Database } from '@pagebell/postgres/database'
import { createLog } from '@pagebell/runtime/log'
import { readTogether } from '../src/read-together.ts'
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

/** An account with so many reports, by their ids. */
async function account(reports: number): Promise<{ accountId: string; ids: string[] }> {
  const accountId = crypto.randomUUID()
  const making = Array.from({ length: reports }, (_, page) =>
    running.reports.createReport(newReport({ account_id: accountId, url: `https://example.com/${page}` })),
  )
  return { accountId, ids: (await Promise.all(making)).map(({ id }) => id) }
}

/** The database, and how many statements it was asked for each account. */
function counting(): { counted: Pick<Database, 'of'>; statements: Map<string, number> } {
  const statements = new Map<string, number>()
  const of: Database['of'] = (accountId) => {
    statements.set(accountId, (statements.get(accountId) ?? 0) + 1)
    return db.of(accountId)
  }
  return { counted: { of }, statements }
}

it('reads by few statements what is asked for at once, each caller his own, and nobody what is not his', async () => {
  const [mine, theirs] = [await account(30), await account(3)]
  const { counted, statements } = counting()
  const read = readTogether(counted)
  const asked = [...mine.ids, mine.ids[0] ?? '', crypto.randomUUID(), ...theirs.ids]
  const answers = await Promise.all(asked.map((id) => read(mine.accountId, id)))
  expect(answers.map((row) => row?.id)).toEqual([
    ...mine.ids,
    mine.ids[0],
    ...Array.from({ length: 1 + theirs.ids.length }, () => undefined),
  ])
  // At most 25 by one.
  expect([...statements]).toEqual([[mine.accountId, 2]])
})

it('keeps accounts apart, one of which may fail alone', async () => {
  const accounts = [await account(2), await account(2)]
  const { counted, statements } = counting()
  const read = readTogether({
    of: (accountId) => {
      if (accountId === 'nobody') throw new Error('this account fails')
      return counted.of(accountId)
    },
  })
  const failing = expect(read('nobody', crypto.randomUUID())).rejects.toThrow('this account fails')
  const reading = accounts.flatMap(({ accountId, ids }) => ids.map((id) => read(accountId, id)))
  expect((await Promise.all(reading)).map((row) => row?.id)).toEqual(accounts.flatMap(({ ids }) => ids))
  await failing
  expect([...statements.values()]).toEqual([1, 1])
})

it('gives nobody what was read before he asked', async () => {
  const { accountId, ids } = await account(1)
  const [id = ''] = ids
  const read = readTogether(db)
  for (const privacy of [1, 0, 1]) {
    // Under way while the report is changed, so that the next would find a group to join.
    const before = read(accountId, id)
    await running.reports.changeReport({
      account_id: accountId,
      id,
      privacy,
      password: undefined,
      analyze_again: false,
    })
    expect((await read(accountId, id))?.privacy).toBe(privacy)
    await before
  }
})
