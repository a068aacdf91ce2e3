import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Queryable } from '@pagebell/postgres/database'
import { expectGuarded, guardedTables } from '@pagebell/testing/guarded-tables'
import pg from 'pg'
import { claimDeliveries } from '../src/deliveries/claims.sql.ts'
import { hashUrl } from '../src/deliveries/delivery.ts'
import { findDueAccount, findDueGroup, type Group, maxGroupSteps } from '../src/deliveries/due.sql.ts'
import { insertDeliveries } from '../src/deliveries/insert.sql.ts'
import { batchStart, findBatch, listDeliveries } from '../src/deliveries/log.sql.ts'
import { insertEngineCalls } from '../src/deliveries/outcomes.sql.ts'
import { requeueBatch, requeueRejected } from '../src/deliveries/requeue.sql.ts'
import { deleteOldDeliveries, findAccountsWithOldDeliveries } from '../src/deliveries/retention.sql.ts'
import { insertConfirmationRecord, insertRefusal } from '../src/event-endpoints/email/confirmations.sql.ts'
import { claimEndpoints, insertAttempt } from '../src/event-endpoints/endpoint-claims.sql.ts'
import { insertEndpoint, listEndpoints } from '../src/event-endpoints/endpoints.sql.ts'
import { deleteOldEvents, insertEvent } from '../src/event-endpoints/events.sql.ts'
import { claimWatchedBatches } from '../src/event-endpoints/watched-batches.sql.ts'
import { countHeld, findDueProjects, insertHeldProjects } from '../src/holds/held-projects.sql.ts'
import { claimKeyChecks, claimKeyFiles, insertKeyCheck, insertKeyFile } from '../src/key-files/key-files.sql.ts'
import { insertResumption, pauseChannel } from '../src/pauses/pauses.sql.ts'
import { keepEarlyVerdicts } from '../src/preflight/verdicts.sql.ts'
import { insertTombstone } from '../src/projects/projects.sql.ts'
import { startTestEnvironment, statementOf, submission, type TestEnvironment } from './start-notifier.ts'

const nil = '00000000-0000-0000-0000-000000000000'
const firstGroup: Omit<Group, 'account_id'> = {
  project_id: randomUUID(),
  host: '',
  action: 'delete',
  part: randomUUID(),
}

let environment: TestEnvironment
let owner: pg.Pool
beforeAll(async () => {
  environment = await startTestEnvironment()
  owner = new pg.Pool({ connectionString: environment.adminUrl, max: 1 })
})
afterAll(async () => {
  await owner?.end()
  await environment?.[Symbol.asyncDispose]()
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
  const answer = { id: randomUUID(), outcome: 'delivered', reason: null, response: undefined } as const
  await insertEngineCalls(environment.db, asked, [answer])
  await insertKeyCheck(environment.db, 'indexnow', group, 3_600_000)
  const url = 'https://www.example.com/'
  await insertKeyFile(environment.db, { account_id, project_id, host: 'www.example.com', url })
  const paused = { accountId: account_id, projectId: project_id, channel: 'bing' }
  await pauseChannel(environment.db, paused)
  await insertResumption(environment.db, paused)
  const endpoint = { accountId: account_id, projectId: project_id, key: project_id, id: randomUUID(), name: 'default' }
  const subscription = {
    project: 'example.com',
    createdBy: undefined,
    format: 'pagebell',
    url: 'https://www.example.com/',
    sealedUrl: null,
    events: ['batch.completed'],
    sealed: 'sealed',
    lastFour: 'last',
  }
  await insertEndpoint(environment.db, { ...endpoint, ...subscription })
  await insertDeliveries(environment.db, batch, rows, 3_600_000)
  const first: Group = { account_id, project_id, host: '0.example.com', action: 'update', part: nil }
  const claim = { channel: 'indexnow', group: first, lease: randomUUID(), limit: 1 }
  await claimDeliveries(environment.db, { ...claim, leaseMs: 3_600_000, batchDelayMs: 7_200_000 })
  const event = { id: randomUUID(), type: 'batch.completed', subject: 'a batch', body: '{}' }
  await insertEvent(environment.db, { account_id, project_id }, event, undefined)
  const attempt = { tookMs: 1, status: 200, reason: null, answer: '' }
  await insertAttempt(environment.db, account_id, event.id, attempt, { status: 'delivered', delayMs: null })
  await environment.db.query({
    text: `insert into delivery_hours (account_id, project_id, hour, channel, delivered, rejected)
      values ($1, $2, date_trunc('hour', now()), 'indexnow', 1, 0)`,
    values: [account_id, project_id],
  })
  await environment.db.query({
    text: 'insert into held_projects (account_id, project_id) values ($1, $2)',
    values: [account_id, project_id],
  })
  const verdict = { urlHash: hashUrl(url), verdict: 'send' } as const
  await keepEarlyVerdicts(environment.db, { accountId: account_id, batchId: randomUUID(), channel: 'bing' }, [verdict])
  // Stays in the outbox: no service publishes this message.
  await environment.db.query({
    text: `insert into outbox (id, message, body, account_id) values (gen_random_uuid(), 'of.a.later.version.v9', '{}', $1)`,
    values: [account_id],
  })
  await insertConfirmationRecord(environment.db, account_id, randomBytes(32))
  await insertRefusal(environment.db, account_id, randomBytes(32))
  await insertTombstone(environment.db, account_id, randomUUID(), '2026-11-21T10:00:00.000Z')
  return account_id
}

type Query = (q: Queryable) => Promise<unknown>

async function explain(query: Query, account: string, how: '' | 'analyze' = ''): Promise<string> {
  const { text, values = [] } = await statementOf(query)
  const client = new pg.Client({ connectionString: environment.databaseUrl, options: `-c pagebell.account=${account}` })
  await client.connect()
  try {
    const { rows } = await client.query(`explain ${how} ${text}`, values)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  } finally {
    await client.end()
  }
}

describe('under row-level security', () => {
  it('stands every table that has an account', async () => {
    expect(await guardedTables(owner)).toEqual([
      'channel_resumptions',
      'deleted_project',
      'deliveries',
      'delivery_claims',
      'delivery_hours',
      'early_verdicts',
      'email_confirmations',
      'engine_calls',
      'event_attempts',
      'event_endpoints',
      'held_projects',
      'key_checks',
      'key_files',
      'outbound_events',
      'outbox',
      'paused_channels',
      'refused_emails',
      'watched_batches',
    ])
  })

  it('an account sees and changes its own rows, even by statements that forget to name it', async () => {
    const accounts = [await filledAccount(), await filledAccount()] as const
    for (const table of await guardedTables(owner))
      await expectGuarded(environment.connection, environment.databaseUrl, table, accounts)
  })

  it('a backlog is walked and a log is read by their indexes, as without it', async () => {
    const account = await filledAccount(5_000)
    for (let other = 0; other < 4; other++) await filledAccount(5_000)
    await owner.query('analyze deliveries')

    const turn = await explain((q) => findDueAccount(q, 'indexnow', '', account), 'every')
    expect(turn.match(/Index (Only )?Scan using deliveries_due_of_account/g)).toHaveLength(3)
    expect(turn.match(/Index Cond: .*account_id (>|=) /g)).toHaveLength(3)
    expect(turn).not.toMatch(/Sort|Seq Scan/)
    const step = await explain((q) => findDueGroup(q, 'indexnow', '', { ...firstGroup, account_id: account }), 'every')
    expect(step.match(/Index (Only )?Scan using deliveries_due on/g)).toHaveLength(4)
    expect(step.match(/Index Cond: .*ROW\(project_id, host/g)).toHaveLength(3)
    // Nothing of these accounts is due: who has 5,000 hosts costs one step, and 100 when it has the turn.
    const [accounts, groups] = [
      await explain((q) => findDueAccount(q, 'indexnow', '', nil), 'every', 'analyze'),
      await explain((q) => findDueGroup(q, 'indexnow', '', { ...firstGroup, account_id: account }), 'every', 'analyze'),
    ].map((plan) => [...plan.matchAll(/Recursive Union.* rows=(\d+)/g)].map(([, rows]) => Number(rows)))
    expect(accounts).toEqual([expect.any(Number)])
    expect(accounts?.[0]).toBeLessThanOrEqual(10)
    expect(groups?.reduce((sum, rows) => sum + rows, 0)).toBe(maxGroupSteps)
    const after: [string, string] = ['2026-11-21T10:00:00.000Z', randomUUID()]
    const page = await explain((q) => listDeliveries(q, { accountId: account }, after, 10), account)
    expect(page).toMatch(/Index Scan .*using deliveries_of_account/)
    expect(page).toMatch(/Index Cond: .*ROW\(submitted_at, id\)/)

    const old = await explain((q) => findAccountsWithOldDeliveries(q, 90), 'every')
    expect(old.match(/Index (Only )?Scan using deliveries_of_account/g)).toHaveLength(2)
    expect(old).toMatch(/Index Cond: \(account_id > /)
    const held = await explain(insertHeldProjects, 'every')
    expect(held.match(/Index Only Scan using deliveries_on_hold/g)).toHaveLength(2)
    expect(held).toMatch(/Index Cond: .*ROW\(account_id, project_id\) > /)
    const one = { account_id: account, project_id: randomUUID() }
    expect(await explain((q) => countHeld(q, one, 1_000), account)).toMatch(/Index Scan using deliveries_on_hold/)
    const portion = await explain((q) => deleteOldDeliveries(q, account, 90, 2_000), 'every')
    expect(portion).toMatch(/Index Scan using deliveries_of_\w+/)
    expect(portion).toMatch(/Index Cond: .*submitted_at < /)

    const since: [string, string] = ['2026-11-21T10:00:00.123456+00:00', randomUUID()]
    const filter = { accountId: account, project: undefined, limit: 2_000 }
    const again = await explain((q) => requeueRejected(q, { ...filter, after: since, until: undefined }), account)
    expect(again).toMatch(/Index Scan using deliveries_rejected/)
    expect(again).toMatch(/Index Cond: .*last_attempt_at >= /)
    const ofBatch = await explain(
      (q) => requeueBatch(q, { ...filter, batchId: randomUUID(), after: batchStart }),
      account,
    )
    expect(ofBatch).toMatch(/Index Scan using deliveries_once/)
    for (const hashes of [[], [randomBytes(16), randomBytes(16)]]) {
      const batch = { accountId: account, batchId: randomUUID(), hashes }
      const plan = await explain((q) => findBatch(q, batch, batchStart, 2_000), account)
      expect(plan).toMatch(/Index Scan using deliveries_once/)
      // Not each URL of the batch, for every portion of them that is asked for.
      if (hashes.length > 0) expect(plan).toMatch(/Index Cond: .*url_hash = wanted\.hash/)
    }
  })

  it('what is due or old is where the walk of an index ends, however much waits behind it', async () => {
    const account_id = await filledAccount(5_000)
    await owner.query(`
      insert into outbound_events (account_id, project_id, id, type, subject, body, status, next_at)
      select account_id, project_id, gen_random_uuid(), type, n::text, body, 'delivered', null
      from outbound_events, generate_series(1, 5000) n where account_id = '${account_id}'`)
    await owner.query('analyze deliveries, outbound_events')
    const endpoints = await explain(
      (q) =>
        claimEndpoints(q, {
          transport: 'http',
          limit: 10,
          leaseMs: 1_000,
          perAccount: 10,
          failingPerAccount: 8,
          after: nil,
        }),
      'every',
    )
    expect(endpoints).toMatch(
      /using event_endpoints_ready_by_transport.*\n +Index Cond: .*GREATEST\(due_at, free_at\) <= now\(\)/,
    )
    for (const [query, index, bound] of [
      [(q: Queryable) => claimWatchedBatches(q, 10), 'watched_batches_due', 'next_at <= '],
      [(q: Queryable) => claimKeyChecks(q, 10, 1_000, 1_000), 'key_checks_due', 'next_at <= '],
      [(q: Queryable) => claimKeyFiles(q, 10, 1_000), 'key_files_due', 'next_at <= '],
      [(q: Queryable) => findDueProjects(q, 10), 'held_projects_due', 'next_at <= '],
      [
        (q: Queryable) => listEndpoints(q, { accountId: account_id, projectId: account_id }),
        'event_endpoints_of_project',
        'of_project = ',
      ],
      [(q: Queryable) => deleteOldEvents(q, 1_000, 10), 'outbound_events_created_at', 'created_at < '],
    ] as const) {
      expect(await explain(query, 'every')).toMatch(new RegExp(`(using|on) ${index}.*\\n +Index Cond: .*${bound}`))
    }
  })
})
