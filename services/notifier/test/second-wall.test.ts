import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Statement } from '@pagebell/postgres/database'
import { expectGuarded, guardedTables } from '@pagebell/testing/guarded-tables'
import pg from 'pg'
import { hashUrl } from '../src/hash-url.ts'
import { batchStart } from '../src/queries/batch-position.ts'
import { claimDeliveries } from '../src/queries/claim-deliveries.ts'
import { claimEndpoints } from '../src/queries/claim-endpoints.ts'
import { claimKeyChecks } from '../src/queries/claim-key-checks.ts'
import { claimWatchedBatches } from '../src/queries/claim-watched-batches.ts'
import { deleteOldEvents } from '../src/queries/delete-old-events.ts'
import { findBatch } from '../src/queries/find-batch.ts'
import { findDueAccount } from '../src/queries/find-due-account.ts'
import { findDueGroup, type Group, maxSteps } from '../src/queries/find-due-group.ts'
import { insertDeliveries } from '../src/queries/insert-deliveries.ts'
import { insertEngineCalls } from '../src/queries/insert-engine-calls.ts'
import { insertEvent } from '../src/queries/insert-event.ts'
import { insertKeyCheck } from '../src/queries/insert-key-check.ts'
import { insertTombstone } from '../src/queries/insert-tombstone.ts'
import { claimKeyFiles, noteKeyFile } from '../src/queries/key-files.ts'
import { listDeliveries } from '../src/queries/list-deliveries.ts'
import { deleteOldDeliveries, findAccountsWithOld } from '../src/queries/old-deliveries.ts'
import { pauseChannel } from '../src/queries/pause-channel.ts'
import { putEndpoint } from '../src/queries/put-endpoint.ts'
import { recordAttempt } from '../src/queries/record-attempt.ts'
import { requeueBatch } from '../src/queries/requeue-batch.ts'
import { requeueRejected } from '../src/queries/requeue-rejected.ts'
import { type Surroundings, startSurroundings, submission } from './start-notifier.ts'

const nil = '00000000-0000-0000-0000-000000000000'
const firstGroup: Omit<Group, 'account_id'> = {
  project_id: randomUUID(),
  host: '',
  action: 'delete',
  part: randomUUID(),
}

let around: Surroundings
let owner: pg.Pool
beforeAll(async () => {
  around = await startSurroundings()
  owner = new pg.Pool({ connectionString: around.adminUrl, max: 1 })
})
afterAll(async () => {
  await owner?.end()
  await around?.[Symbol.asyncDispose]()
})

/** An account with a row in every table, and so many deliveries. */
async function filledAccount(urls = 2): Promise<string> {
  const batch = { ...submission(), batch_urls: urls }
  const { account_id, project_id } = batch
  const rows = Array.from({ length: urls }, (_, n) => {
    const url = `https://www.example.com/${n}`
    return { id: randomUUID(), url, urlHash: hashUrl(url), host: `${n}.example.com` }
  })
  const group = { account_id, project_id, host: 'www.example.com', action: 'update', part: randomUUID() } as const
  const asked = { accountId: account_id, engine: 'https://engine.example/', urls, tookMs: 7 }
  const answer = { id: randomUUID(), outcome: 'delivered', reason: null, words: undefined } as const
  await around.db.query(insertEngineCalls(asked, [answer]))
  await around.db.query(insertKeyCheck('indexnow', group, 3_600_000))
  await around.db.query(
    noteKeyFile({ account_id, project_id, host: 'www.example.com', url: 'https://www.example.com/' }),
  )
  await around.db.query(pauseChannel({ accountId: account_id, projectId: project_id, channel: 'bing' }))
  const endpoint = { accountId: account_id, projectId: project_id, project: 'example.com', id: randomUUID() }
  const told = { url: 'https://www.example.com/', events: ['batch.completed'], sealed: 'sealed', lastFour: 'last' }
  await around.db.query(putEndpoint({ ...endpoint, ...told }))
  await around.db.query(insertDeliveries(batch, rows, undefined, 3_600_000))
  const event = { id: randomUUID(), type: 'batch.completed', subject: 'a batch', body: '{}' }
  await around.db.query(insertEvent({ account_id, project_id }, event, undefined))
  const attempt = { tookMs: 1, status: 200, reason: null, answer: '' }
  await around.db.query(recordAttempt(account_id, event.id, attempt, { status: 'delivered', delayMs: null }))
  await around.db.query(insertTombstone(account_id, randomUUID(), '2026-11-21T10:00:00.000Z'))
  return account_id
}

async function explain({ text, values = [] }: Statement, account: string, how: '' | 'analyze' = ''): Promise<string> {
  const client = new pg.Client({ connectionString: around.databaseUrl, options: `-c pagebell.account=${account}` })
  await client.connect()
  try {
    const { rows } = await client.query(`explain ${how} ${text}`, values)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  } finally {
    await client.end()
  }
}

describe('behind the second wall', () => {
  it('stands every table that has an account', async () => {
    expect(await guardedTables(owner)).toEqual([
      'deleted_project',
      'deliveries',
      'engine_calls',
      'event_attempts',
      'event_endpoints',
      'key_checks',
      'key_files',
      'outbound_events',
      'paused_channels',
      'watched_batches',
    ])
  })

  it('an account sees and changes its own rows, even by statements that forget to name it', async () => {
    const accounts = [await filledAccount(), await filledAccount()] as const
    for (const table of await guardedTables(owner)) await expectGuarded(around.db, around.databaseUrl, table, accounts)
  })

  it('a backlog is walked and a log is read by their indexes, as without it', async () => {
    const account = await filledAccount(5_000)
    for (let other = 0; other < 4; other++) await filledAccount(5_000)
    await owner.query('analyze deliveries')

    const turn = await explain(findDueAccount('indexnow', '', account), 'every')
    expect(turn.match(/Index (Only )?Scan using deliveries_due_of_account/g)).toHaveLength(3)
    expect(turn.match(/Index Cond: .*account_id (>|=) /g)).toHaveLength(3)
    expect(turn).not.toMatch(/Sort|Seq Scan/)
    const step = await explain(findDueGroup('indexnow', '', { ...firstGroup, account_id: account }), 'every')
    expect(step.match(/Index (Only )?Scan using deliveries_due on/g)).toHaveLength(4)
    expect(step.match(/Index Cond: .*ROW\(project_id, host/g)).toHaveLength(3)
    // Nothing of these accounts is due: who has 5,000 hosts costs one step, and 100 when it has the turn.
    const [accounts, groups] = [
      await explain(findDueAccount('indexnow', '', nil), 'every', 'analyze'),
      await explain(findDueGroup('indexnow', '', { ...firstGroup, account_id: account }), 'every', 'analyze'),
    ].map((plan) => [...plan.matchAll(/Recursive Union.* rows=(\d+)/g)].map(([, rows]) => Number(rows)))
    expect(accounts).toEqual([expect.any(Number)])
    expect(accounts?.[0]).toBeLessThanOrEqual(10)
    expect(groups?.reduce((sum, rows) => sum + rows, 0)).toBe(maxSteps)
    const after: [string, string] = ['2026-11-21T10:00:00.000Z', randomUUID()]
    const page = await explain(listDeliveries({ accountId: account }, after, 10), account)
    expect(page).toMatch(/Index Scan .*using deliveries_of_account/)
    expect(page).toMatch(/Index Cond: .*ROW\(submitted_at, id\)/)

    const old = await explain(findAccountsWithOld(90), 'every')
    expect(old.match(/Index (Only )?Scan using deliveries_of_account/g)).toHaveLength(2)
    expect(old).toMatch(/Index Cond: \(account_id > /)
    const portion = await explain(deleteOldDeliveries(account, 90, 2_000), 'every')
    expect(portion).toMatch(/Index Scan using deliveries_of_\w+/)
    expect(portion).toMatch(/Index Cond: .*submitted_at < /)

    const since: [string, string] = ['2026-11-21T10:00:00.123456+00:00', randomUUID()]
    const wanted = { accountId: account, project: undefined, limit: 2_000 }
    const again = await explain(requeueRejected({ ...wanted, after: since, until: undefined }), account)
    expect(again).toMatch(/Index Scan using deliveries_rejected/)
    expect(again).toMatch(/Index Cond: .*last_attempt_at >= /)
    const ofBatch = await explain(requeueBatch({ ...wanted, batchId: randomUUID(), after: batchStart }), account)
    expect(ofBatch).toMatch(/Index Scan using deliveries_once/)
    for (const hashes of [[], [randomBytes(16), randomBytes(16)]]) {
      const batch = { accountId: account, batchId: randomUUID(), hashes }
      const plan = await explain(findBatch(batch, batchStart, 2_000), account)
      expect(plan).toMatch(/Index Scan using deliveries_once/)
      // Not each URL of the batch, for every portion of them that is asked for.
      if (hashes.length > 0) expect(plan).toMatch(/Index Cond: .*url_hash = wanted\.hash/)
    }
  })

  it('what is due or old is where the walk of an index ends, however much waits behind it', async () => {
    const account_id = await filledAccount(5_000)
    await owner.query('analyze deliveries')
    const group = { ...firstGroup, account_id, host: 'example.com' }
    const claim = { channel: 'indexnow', group, lease: randomUUID(), leaseMs: 1_000, gatherMs: 100, limit: 10 }
    expect(await explain(claimDeliveries(claim), 'every')).toMatch(
      /using deliveries_due.*\n +Index Cond: .*next_at <= \(/,
    )
    const endpoints = await explain(claimEndpoints({ limit: 10, leaseMs: 1_000, perAccount: 4, after: nil }), 'every')
    expect(endpoints).toMatch(/using event_endpoints_ready.*\n +Index Cond: .*GREATEST\(due_at, free_at\) <= now\(\)/)
    for (const [statement, index, bound] of [
      [claimWatchedBatches(10), 'watched_batches_due', 'next_at <= '],
      [claimKeyChecks(10, 1_000, 1_000), 'key_checks_due', 'next_at <= '],
      [claimKeyFiles(10, 1_000), 'key_files_due', 'next_at <= '],
      [deleteOldEvents(1_000, 10), 'outbound_events_created_at', 'created_at < '],
    ] as const) {
      expect(await explain(statement, 'every')).toMatch(new RegExp(`(using|on) ${index}.*\\n +Index Cond: .*${bound}`))
    }
  })
})
