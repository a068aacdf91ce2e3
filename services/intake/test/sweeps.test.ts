import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { connectDatabase, type Queryable, type Statement } from '@pagebell/postgres/database'
import pg from 'pg'
import { findHook } from '../src/hooks/hooks.sql.ts'
import { listLastRequests } from '../src/requests/requests.sql.ts'
import { deleteOldBatches, deleteOldKeys } from '../src/retention/retention.sql.ts'
import { sweepDedupeWindow } from '../src/submissions/dedupe-sweep.ts'
import { countDedupePages, deleteExpiredEntries } from '../src/submissions/dedupe-window.sql.ts'
import { intakeUnderTest, type UnderTest } from './intake-under-test.ts'

let test: UnderTest
const account = randomUUID()
const project = randomUUID()
beforeAll(async () => {
  test = await intakeUnderTest()
  // A table of some size and many ages: PostgreSQL would rather read a small one than look into an index.
  await test.query(
    `insert into url_seen select $1, substring(sha256(n::text::bytea) for 16), now() - n * interval '1 second', gen_random_uuid()
     from generate_series(20000, 1, -1) n`,
    [account],
  )
  await test.query(
    `insert into batch select $1, gen_random_uuid(), $2, 'example.com', $2, 'indexnow', 'update', array['https://example.com/' || n],
       0, 0, '2026-11-21', '2026-11', now() - n * interval '10 minutes' from generate_series(20000, 1, -1) n`,
    [account, project],
  )
  await test.query(
    `insert into idempotency select $1, $2, 'submit', n::text, '', '{}', now() - n * interval '4.4 seconds'
     from generate_series(20000, 1, -1) n`,
    [account, project],
  )
  await test.query(
    `insert into webhook_request (account_id, project_id, received_at, request_id, address, status, fields, dry_run, urls,
       accepted, duplicates, rejected, source_id)
     select $1, $2, now() - n * interval '1 second', gen_random_uuid(), '192.0.2.1', 200, '{}', false, 1, 1, 0, 0,
       case when n % 2 = 0 then gen_random_uuid() end from generate_series(20000, 1, -1) n`,
    [account, project],
  )
  await test.query('vacuum analyze webhook_request')
  await test.query('vacuum analyze url_seen')
  await test.query('vacuum analyze batch')
  await test.query('vacuum analyze idempotency')
})
afterAll(async () => await test?.[Symbol.asyncDispose]())

/**
 * How PostgreSQL would do what `work` asks of it, behind the wall between accounts, which some indexes are not searched
 * behind.
 */
async function plansOf(work: (q: Queryable) => Promise<unknown>): Promise<string> {
  let statement: Statement = { text: '' }
  await work({
    query: async (asked) => {
      statement = asked
      return { rows: [], rowCount: 0 }
    },
  })
  const client = new pg.Client({ connectionString: test.settings.DATABASE_URL, options: '-c pagebell.account=every' })
  await client.connect()
  try {
    const { rows } = await client.query(`explain ${statement.text}`, statement.values)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  } finally {
    await client.end()
  }
}

describe('the search for old rows uses an index', () => {
  it.each([
    ['batches', (q: Queryable) => deleteOldBatches(q, 138, 2_000), 'batch_(created_at|of_project)', 'created_at <'],
    ['keys', (q: Queryable) => deleteOldKeys(q, 2_000), 'idempotency_created_at', 'created_at <'],
    ['the week of a hook', (q: Queryable) => findHook(q, account, project), 'batch_of_project', 'created_at >'],
  ] as const)('%s', async (_, work, index, condition) => {
    const plan = await plansOf(work)
    expect(plan).toMatch(new RegExp(`using ${index}|on ${index}`))
    expect(plan).toMatch(new RegExp(`Index Cond: .*${condition}`))
  })
})

describe('the newest calls of sources', () => {
  it('are found by an index', async () => {
    const plan = await plansOf((q) => listLastRequests(q, { accountId: account, projectId: project }, [randomUUID()]))
    expect(plan).toContain('using webhook_request_of_source')
  })
})

describe('the sweep of the dedupe window', () => {
  it('reads only the given pages of the table', async () => {
    const plan = await plansOf((q) => deleteExpiredEntries(q, 10_000, 32, 64))
    expect(plan).toContain('Tid Range Scan on url_seen')
    expect(plan).not.toContain('Seq Scan')
  })

  it('deletes expired entries on every page, but for those that a commit has locked, and nothing else', async () => {
    await using db = connectDatabase({ url: test.settings.DATABASE_URL, log: test.log })
    const commit = new pg.Client({ connectionString: test.adminUrl })
    await commit.connect()
    try {
      await commit.query('begin')
      await commit.query(`select from url_seen where url_hash = substring(sha256('15000') for 16) for update`)
      expect(await countDedupePages(db.acrossAccounts())).toBeGreaterThan(64)
      await sweepDedupeWindow(db, 10_000, new AbortController().signal)
    } finally {
      await commit.end()
    }
    const left = await test.query(
      `select count(*) filter (where n <= 9000)::int as young, array_agg(n) filter (where n >= 10000) as old
       from generate_series(1, 20000) n join url_seen on url_hash = substring(sha256(n::text::bytea) for 16)`,
    )
    expect(left).toEqual([{ young: 9_000, old: [15_000] }])
  })
})
