import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { connectDatabase, type Database } from '@pagebell/postgres/database'
import { createLog } from '@pagebell/runtime/log'
import { expectGuarded, guardedTables } from '@pagebell/testing/guarded-tables'
import { type TestDatabase, testDatabase } from '@pagebell/testing/test-database'
import pg from 'pg'
import { filledAccount } from './filled-account.ts'

let database: TestDatabase
let db: Database
let owner: pg.Pool
let accounts: [one: string, other: string]

beforeAll(async () => {
  database = await testDatabase('pages')
  db = connectDatabase({ url: database.url, log: createLog('test', 'silent'), max: 2 })
  owner = new pg.Pool({ connectionString: database.adminUrl, max: 1 })
  accounts = [await filledAccount(owner), await filledAccount(owner)]
})
afterAll(async () => {
  await owner?.end()
  await db?.[Symbol.asyncDispose]()
  await database?.drop()
})

describe('row-level security', () => {
  it('guards every table that has an account', async () => {
    expect(await guardedTables(owner)).toEqual([
      'account_limit',
      'block_comparison',
      'changing_block',
      'check_use',
      'deleted_project',
      'deploy_wait',
      'found_page',
      'hub_subscription',
      'lastmod_sitemap',
      'outbox',
      'page',
      'page_announcement',
      'page_change',
      'page_check',
      'page_project',
      'page_rules',
      'page_verdict',
      'taken_message',
      'watch',
      'watch_scan',
      'watch_url',
    ])
  })

  it('an account sees and changes its own rows, even by statements that forget to name it', async () => {
    for (const table of await guardedTables(owner)) await expectGuarded(db, database.url, table, accounts)
  })
})
