import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { connectDatabase, type Database } from '@pagebell/postgres/database'
import { createLog } from '@pagebell/runtime/log'
import { type TestDatabase, testDatabase } from '@pagebell/testing/test-database'
import pg from 'pg'
import { agingTables } from '../src/retention.sql.ts'
import { sweepOld } from '../src/retention.ts'
import { filledAccount } from './filled-account.ts'

let database: TestDatabase
let db: Database
let owner: pg.Pool
beforeAll(async () => {
  database = await testDatabase('pages')
  db = connectDatabase({ url: database.url, log: createLog('test', 'silent'), max: 1 })
  owner = new pg.Pool({ connectionString: database.adminUrl, max: 1 })
})
afterAll(async () => {
  await owner?.end()
  await db?.[Symbol.asyncDispose]()
  await database?.drop()
})

/** By which column each table ages, and for how many days its rows are kept. */
const ages = {
  taken_message: ['taken_at', 7],
  page_verdict: ['judged_at', 90],
  deploy_wait: ['ended_at', 7],
  found_page: ['found_at', 1],
  page_change: ['first_at', 1],
  watch_scan: ['began_at', 90],
  hub_subscription: ['next_at', 1],
} as const

/** An account with a row in every table, each an hour younger or older than its table keeps rows. */
async function agedAccount(hours: 1 | -1): Promise<string> {
  const account = await filledAccount(owner)
  await owner.query(`update deploy_wait set ended_as = 'seen' where account_id = $1`, [account])
  await owner.query('update hub_subscription set ends = true where account_id = $1', [account])
  for (const [table, [column, days]] of Object.entries(ages)) {
    const at = `now() - make_interval(days => $2, hours => $3)`
    await owner.query(`update ${table} set ${column} = ${at} where account_id = $1`, [account, days, hours])
  }
  return account
}

it('deletes the rows of each table that are old, and no others', async () => {
  const [old, young] = [await agedAccount(1), await agedAccount(-1)]
  expect(Object.keys(ages)).toEqual(agingTables)
  await sweepOld(db, new AbortController().signal)
  for (const table of agingTables) {
    const { rows } = await owner.query(`select account_id from ${table} where account_id = any ($1)`, [[old, young]])
    expect([table, rows]).toEqual([table, [{ account_id: young }]])
  }
})
