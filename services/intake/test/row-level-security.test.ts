import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { connectDatabase, type Database, type Statement } from '@pagebell/postgres/database'
import { createLog } from '@pagebell/runtime/log'
import { expectGuarded, guardedTables } from '@pagebell/testing/guarded-tables'
import { hashToken } from '@pagebell/tokens/token'
import pg from 'pg'
import type { SubmissionCommit } from '../src/submissions/commit.ts'
import { submitGroup } from '../src/submissions/submissions.sql.ts'
import {
  intakeUnderTest,
  newHook,
  nextVersion,
  pages,
  type Running,
  submit,
  type UnderTest,
} from './intake-under-test.ts'
import { newCommit } from './new-commit.ts'

let test: UnderTest
let intake: Running
let db: Database
let owner: pg.Pool
beforeAll(async () => {
  test = await intakeUnderTest()
  intake = await test.start()
  db = connectDatabase({ url: test.settings.DATABASE_URL, log: createLog('test', 'silent'), max: 2 })
  owner = new pg.Pool({ connectionString: test.adminUrl, max: 1 })
})
afterAll(async () => {
  await owner?.end()
  await db?.[Symbol.asyncDispose]()
  await test?.[Symbol.asyncDispose]()
})

/** An account with a row in every table. */
async function filledAccount(): Promise<string> {
  const { account_id, project_id, token } = await newHook(intake)
  const idempotency = { key: 'key', request_sha256: Buffer.alloc(32) }
  const ids = { account_id, project_id, project: 'example.com' }
  await intake.hooks.rotateHook({ ...ids, grace_seconds: 60, limits: { version: nextVersion() }, idempotency })
  for (let time = 0; time < 2; time++) expect((await submit(intake.url, token, { urls: pages(1, 2) })).status).toBe(202)
  const resubmission = { account_id, project_id, urls: pages(1, 1), action: 'update', reason: 'It is a test.' }
  await intake.forcedBatches.forceUrls({
    ...resubmission,
    channel: undefined,
    key_id: undefined,
    idempotency: undefined,
  })
  const channels = { ready: ['indexnow'], chosen: ['indexnow'], version: 1 }
  await intake.quotas.setChannels({ account_id, project_id, ...channels })
  // What these two hold by themselves is soon gone, or makes the rest go.
  await test.query(`insert into outbox (batch_id, account_id, project_id, due_at) values ($1, $2, $3, 'infinity')`, [
    randomUUID(),
    account_id,
    project_id,
  ])
  await test.query(
    `insert into quota_warning (account_id, period, threshold, used, quota, reached_at, told_at)
     values ($1, '2026-11-21', 80, 80, 100, now(), now())`,
    [account_id],
  )
  await test.query(
    `insert into webhook_request (account_id, project_id, received_at, request_id, address, status, fields, dry_run,
       urls, accepted, duplicates, rejected)
     values ($1, $2, now(), gen_random_uuid(), '::1', 202, '{urls}', false, 1, 1, 0, 0)`,
    [account_id, project_id],
  )
  const { source } = await intake.sources.createSource({
    ...ids,
    kind: 'urls',
    name: 'Site',
    secret: '',
    rules: '',
    allow_ips: [],
    limits: { version: nextVersion() },
    idempotency: undefined,
  })
  await test.query(`insert into source_item values ($1, $2, $3, 'https://example.com/', now())`, [
    account_id,
    source?.source_id,
    randomBytes(16),
  ])
  await test.query('insert into source_delivery values ($1, $2, $3, now())', [
    account_id,
    source?.source_id,
    randomBytes(16),
  ])
  await test.query(`insert into waiting_url values ($1, $2, $3, 'indexnow', 'https://example.com/', false, now())`, [
    account_id,
    project_id,
    randomBytes(16),
  ])
  await test.query(
    `insert into waiting_list (account_id, project_id, project, urls, due_at) values ($1, $2, 'example.com', 1, 'infinity')`,
    [account_id, project_id],
  )
  await test.query('insert into given_back values ($1, $2, $3, now())', [account_id, randomUUID(), randomBytes(16)])
  await test.query('insert into project_preflight values ($1, $2, true, 1)', [account_id, project_id])
  await test.query('insert into closed_project (project_id, account_id) values ($1, $2)', [randomUUID(), account_id])
  return account_id
}

const limits = { windowSeconds: 600, maxWaiting: 0 }

const commitOf = (hook: Awaited<ReturnType<typeof newHook>>): SubmissionCommit =>
  newCommit({
    tokenHash: hashToken(hook.token),
    accountId: hook.account_id,
    projectId: hook.project_id,
    project: hook.project,
    urls: [{ url: 'https://example.com/', hash: randomBytes(16) }],
  })

describe('row-level security', () => {
  it('guards every table that has an account', async () => {
    expect(await guardedTables(owner)).toEqual([
      'account',
      'batch',
      'closed_project',
      'duplicate_batch',
      'forced_batch',
      'given_back',
      'hook',
      'idempotency',
      'outbox',
      'project_channels',
      'project_preflight',
      'quota_use',
      'quota_warning',
      'source',
      'source_delivery',
      'source_item',
      'url_seen',
      'waiting_list',
      'waiting_url',
      'webhook_request',
    ])
  })

  it('an account sees and changes its own rows, even by statements that forget to name it', async () => {
    const accounts = [await filledAccount(), await filledAccount()] as const
    for (const table of await guardedTables(owner)) await expectGuarded(db, test.settings.DATABASE_URL, table, accounts)
  })

  it('a commit of several accounts sets the account of each in turn', async () => {
    const hooks = [await newHook(intake), await newHook(intake), await newHook(intake)]
    for (const { token } of hooks) expect((await submit(intake.url, token, { urls: pages(1, 1) })).status).toBe(202)
    // Looks around, as the service's role, with every batch that is committed.
    await test.query(`
      create table looked_around (account uuid, seen uuid[]);
      create function look_around() returns trigger language plpgsql as $$ begin
        insert into looked_around select new.account_id, array(
          select account_id from hook union select account_id from url_seen union select account_id from quota_use
          union select account_id from batch union select account_id from account order by 1);
        return new;
      end $$;
      create trigger look_around after insert on batch for each row execute function look_around()`)

    const group = [...hooks, ...hooks].map(commitOf)
    const outcomes = await submitGroup(db.acrossAccounts(), group, limits)
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(group.map(() => 'accepted'))
    const looks = await test.query('select account, seen from looked_around')
    expect(looks).toHaveLength(group.length)
    for (const { account, seen } of looks) expect(seen).toEqual([account])
    expect(new Set(looks.map(({ account }) => account))).toEqual(new Set(hooks.map(({ account_id }) => account_id)))
    expect(
      (await db.acrossAccounts().query<{ of: string }>({ text: `select current_setting('pagebell.account') as of` }))
        .rows,
    ).toEqual([{ of: 'every' }])
  })

  it('the dedupe window is searched by its key, for a dry run and for duplicates', async () => {
    const { account_id, token, ...rest } = await newHook(intake)
    await test.query(
      `insert into url_seen select $1, substring(sha256(n::text::bytea) for 16), pagebell_now(), gen_random_uuid()
       from generate_series(1, 20000) n`,
      [account_id],
    )
    await test.query('analyze url_seen')
    const commit = commitOf({ account_id, token, ...rest })
    const seen = createHash('sha256').update('7').digest().subarray(0, 16)
    const again = { ...commit, urls: [...commit.urls, { url: 'https://example.com/7', hash: seen }] }

    // As the service's role, on a connection that may have every statement of the function explained.
    const plans: string[] = []
    const explained = await owner.connect()
    const { username } = new URL(test.settings.DATABASE_URL)
    explained.on('notice', ({ message = '' }) => void plans.push(message))
    await explained.query(`load 'auto_explain'; set auto_explain.log_min_duration = 0; set client_min_messages = log;
      set auto_explain.log_nested_statements = on; set role ${pg.escapeIdentifier(username)}; set pagebell.account = 'every'`)
    try {
      const q = {
        query: async <Row>(statement: Statement) =>
          (await explained.query(statement)) as unknown as { rows: Row[]; rowCount: number },
      }
      const outcomes = [
        ...(await submitGroup(q, [{ ...again, dryRun: true }], limits)),
        ...(await submitGroup(q, [again], limits)),
      ]
      expect(outcomes).toEqual(
        [1, 1].map((at) => expect.objectContaining({ outcome: 'accepted', seen: [[at, expect.any(Number)]] })),
      )
    } finally {
      explained.release(true)
    }
    const joins = plans.filter((plan) => plan.includes('join url_seen s'))
    expect(joins).toHaveLength(2)
    for (const plan of joins) expect(plan).toMatch(/Index Cond: \(\(account_id = .*AND \(url_hash = /)
  })
})
