import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { connectDatabase, type Database } from '@pagebell/postgres/database'
import { createLog } from '@pagebell/runtime/log'
import { type TestDatabase, testDatabase } from '@pagebell/testing/test-database'
import pg from 'pg'
import { listDeliveries, searchDeliveries } from '../src/deliveries/log.sql.ts'
import { statementOf } from './start-notifier.ts'

type Plan = { 'Node Type': string; 'Shared Hit Blocks': number; 'Shared Read Blocks': number; Plans?: Plan[] }

const accountId = '00000000-0000-4000-8000-00000000000a'
const otherId = '00000000-0000-4000-8000-00000000000b'

let files: TestDatabase
let db: Database

beforeAll(async () => {
  files = await testDatabase('notifier')
  const admin = new pg.Client({ connectionString: files.adminUrl })
  await admin.connect()
  try {
    for (const account of [accountId, otherId]) await admin.query(insertDeliveries, [account])
    await admin.query('vacuum analyze deliveries')
  } finally {
    await admin.end()
  }
  db = connectDatabase({ url: files.url, log: createLog('test', 'silent'), statementTimeoutMs: 60_000 })
}, 120_000)

afterAll(async () => {
  await db?.[Symbol.asyncDispose]()
  await files?.drop()
})

/** 40,000 of each account: twenty projects, every second of the oldest 8,000 rejected. */
const insertDeliveries = `
  insert into deliveries (account_id, id, batch_id, url_hash, project_id, project, channel, action, url, host, status,
    attempts, submitted_at)
  select $1::uuid, gen_random_uuid(), gen_random_uuid(), decode(md5(n || $1::text), 'hex'), md5(n % 20 || '')::uuid,
    'site-' || n % 20 || '.example', 'indexnow', 'update', 'https://site-' || n % 20 || '.example/' || n,
    'site-' || n % 20 || '.example', case when n <= 8000 and n % 2 = 0 then 'rejected' else 'delivered' end, 1,
    timestamptz '2026-11-01' + n * interval '1 second'
  from generate_series(1, 40000) as n`

async function explain(filter: object, after?: [string, string]): Promise<Plan> {
  const statement = await statementOf((q) => listDeliveries(q, { accountId, ...filter }, after, 11))
  const text = `explain (analyze, buffers, timing off, format json) ${statement.text}`
  const { rows } = await db.forAccount(accountId).query<{ 'QUERY PLAN': [{ Plan: Plan }] }>({ ...statement, text })
  const plan = rows[0]?.['QUERY PLAN'][0].Plan
  if (plan === undefined) throw new Error('PostgreSQL explained nothing.')
  return plan
}

const blocks = (plan: Plan): number => plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
const kinds = (plan: Plan): string[] => [plan['Node Type'], ...(plan.Plans ?? []).flatMap(kinds)]

const lists = [
  { name: 'everything', filter: {} },
  { name: 'what was rejected', filter: { status: 'rejected' } },
  { name: 'a time', filter: { from: '2026-11-01T01:00:00.000Z', until: '2026-11-01T02:00:00.000Z' } },
]

describe('the delivery log of all projects', () => {
  it.each(lists)('lists $name from an index, as cheaply as for one project', async ({ filter }) => {
    const all = await explain(filter)
    const ofOne = await explain({ ...filter, project: 'site-7.example' })
    expect(kinds(all)).not.toContain('Seq Scan')
    expect(kinds(all)).not.toContain('Sort')
    expect(blocks(all)).toBeLessThanOrEqual(blocks(ofOne) + 10)
  })

  it.each(lists)('is as cheap in the middle of $name by cursor', async ({ filter }) => {
    const first = await explain(filter)
    const middle = await explain(filter, ['2026-11-01T01:30:00.000Z', accountId])
    expect(kinds(middle)).not.toContain('Sort')
    expect(blocks(middle)).toBeLessThanOrEqual(blocks(first) + 10)
  })
})

describe('a search by a part of a URL', () => {
  const search = async (text: string, filter: object = {}, after?: [string, string]) =>
    searchDeliveries(db.forAccount(accountId), { accountId, ...filter }, text, after, 11)

  it('finds it in any case, newest first, and reads its portion alone', async () => {
    const { rows, searched } = await search('SITE-7.example/3')
    expect(rows.map(({ url }) => url).slice(0, 2)).toEqual([
      'https://site-7.example/39987',
      'https://site-7.example/39967',
    ])
    expect([rows.length, searched?.url]).toEqual([11, 'https://site-1.example/35001'])
  })

  it('goes on behind its portion until the log ends, whatever it finds', async () => {
    let after: [string, string] | undefined
    const found: string[] = []
    let portions = 0
    for (let more = true; more; portions++) {
      const { rows, searched } = await search('/12345', {}, after)
      found.push(...rows.map(({ url }) => url))
      more = searched !== undefined
      if (searched !== undefined) after = [searched.submitted_at, searched.id]
    }
    expect(found).toEqual(['https://site-5.example/12345'])
    expect(portions).toBe(9)
  })

  it.each([['%'], ['_ite'], ['\\']])('takes %s for itself', async (text) => {
    expect((await search(text)).rows).toEqual([])
  })

  it('keeps to the filters of the list', async () => {
    const { rows, searched } = await search('/2', { project: 'site-4.example', status: 'rejected' })
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.every(({ project, status }) => project === 'site-4.example' && status === 'rejected')).toBe(true)
    expect(searched).toBeUndefined()
    const theirs = await searchDeliveries(db.forAccount(accountId), { accountId: otherId }, '/2', undefined, 11)
    expect(theirs).toEqual({ rows: [], searched: undefined })
  })

  it('costs a long log no more than one portion', async () => {
    const statement = await statementOf((q) => searchDeliveries(q, { accountId }, 'no such text', undefined, 11))
    const text = `explain (analyze, buffers, timing off, format json) ${statement.text}`
    const { rows } = await db.forAccount(accountId).query<{ 'QUERY PLAN': [{ Plan: Plan }] }>({ ...statement, text })
    const plan = rows[0]?.['QUERY PLAN'][0].Plan
    expect(plan && kinds(plan)).not.toContain('Seq Scan')
    // 5,000 rows, of which a page of the table holds about forty.
    expect(plan && blocks(plan)).toBeLessThan(6_000)
  })
})
