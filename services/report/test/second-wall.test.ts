import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { checksIgnored } from '@pagebell/messages/checks-ignored'
import { projectDeleted } from '@pagebell/messages/project-deleted'
import { connectDatabase, type Database } from '@pagebell/postgres/database'
import { createLog } from '@pagebell/runtime/log'
import { expectGuarded, guardedTables } from '@pagebell/testing/guarded-tables'
import { until } from '@pagebell/testing/until'
import { newReport, type RunningService, runService } from './running-service.ts'

let running: RunningService
let db: Database
let accounts: [mine: string, theirs: string]
beforeAll(async () => {
  running = await runService()
  db = connectDatabase({ url: running.databaseUrl, log: createLog('test', 'silent'), max: 2 })
  accounts = [await filledAccount(), await filledAccount()]
})
afterAll(async () => {
  await db?.[Symbol.asyncDispose]()
  await running?.[Symbol.asyncDispose]()
})

/** An account with a row in every table. */
async function filledAccount(): Promise<string> {
  const idempotency = { key: 'key', request_sha256: Buffer.alloc(32) }
  const { account_id, ...rest } = newReport({ idempotency })
  await running.reports.createReport({ account_id, ...rest })
  const site = { account_id, project_id: crypto.randomUUID() }
  await running.broker.publish(checksIgnored, { ...site, version: 1, ignored: [] }, { id: crypto.randomUUID() })
  const gone = {
    account_id,
    project_id: crypto.randomUUID(),
    project: 'a.example',
    deleted_at: '2026-11-21T10:00:00.000Z',
  }
  await running.broker.publish(projectDeleted, gone, { id: crypto.randomUUID() })
  await until('both have been taken', async () => {
    const text = `select from ignored_checks join deleted_project using (account_id) where account_id = $1`
    return (await running.sql.query(text, [account_id])).rowCount === 1
  })
  return account_id
}

describe('behind the second wall', () => {
  it('stands every table that has an account', async () => {
    expect(await guardedTables(running.sql)).toEqual([
      'deleted_project',
      'idempotency',
      'ignored_checks',
      'report',
      'run',
    ])
  })

  it('an account sees and changes its own rows, even by statements that forget to name it', async () => {
    for (const table of await guardedTables(running.sql)) await expectGuarded(db, running.databaseUrl, table, accounts)
  })
})
