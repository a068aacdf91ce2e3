import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { expectGuarded, guardedTables } from '@pagebell/testing/guarded-tables'
import pg from 'pg'
import { type RunningProject, startProject } from './start-project.ts'

let service: RunningProject
let sql: pg.Pool
let accounts: [own: string, theirs: string]
beforeAll(async () => {
  service = await startProject()
  sql = new pg.Pool({ connectionString: service.database.adminUrl, max: 2 })
  accounts = [await filledAccount(), await filledAccount()]
})
afterAll(async () => {
  await sql?.end()
  await service?.[Symbol.asyncDispose]()
})

/** Tables in which an account has a row by now; a new table is guarded, and is to be filled here too. */
const filled = [
  'account',
  'api_key',
  'channel_settings',
  'idempotency',
  'ignored_check',
  'indexnow_subdomain_key',
  'outbox',
  'password_reset',
  'project',
]

async function filledAccount(): Promise<string> {
  const { accountId: account_id, email } = await service.newAccount()
  await service.signIns.createResetToken({ email })
  const idempotency = { key: 'key', request_sha256: Buffer.alloc(32) }
  const { project, project_id } = await service.projects.createProject({
    account_id,
    project: 'a.example',
    idempotency,
  })
  await service.channels.getIndexNowKey({ account_id, project_id, host: 'sub.a.example' })
  const settings_json = JSON.stringify({ api_key: 'a-key-of-bing' })
  await service.channelSettings.putChannel({ account_id, project, channel: 'bing', settings_json })
  await service.ignoredChecks.putIgnoredCheck({ account_id, project, check: 'title', reason: 'Meant so.' })
  // What was published above has left the outbox, or is about to. This one stays: nothing here publishes it.
  await service.db.forAccount(account_id).query({
    text: `insert into outbox (id, message, body) values (gen_random_uuid(), 'of.a.later.version.v9', '{}')`,
  })
  return account_id
}

describe('under row-level security', () => {
  it('stands every table that has an account', async () => {
    expect(await guardedTables(sql)).toEqual(expect.arrayContaining(filled))
  })

  it.each(filled)(
    'an account sees and changes its own rows of %s, even by statements that forget to name it',
    async (table) => {
      await expectGuarded(service.db, service.database.url, table, accounts)
    },
  )

  it('no account sees a set-up token', async () => {
    const text = `insert into setup_token values ('\\x00', 'pro', now() + interval '1 hour')`
    await service.db.acrossAccounts().query({ text })
    const all = { text: 'select from setup_token' }
    expect((await service.db.acrossAccounts().query(all)).rowCount).toBe(1)
    expect((await service.db.forAccount(accounts[0]).query(all)).rowCount).toBe(0)
  })
})
