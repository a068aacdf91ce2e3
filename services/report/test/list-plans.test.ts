import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { COUNT_LIMIT } from '@pagebell/lists/total'
import { connectDatabase, type Database, type Queryable } from '@pagebell/postgres/database'
import { createLog } from '@pagebell/runtime/log'
import { type TestDatabase, testDatabase } from '@pagebell/testing/test-database'
import pg from 'pg'
import {
  countReports,
  needsIndexes,
  positionOf,
  preferIndexes,
  type ReportFilter,
  type ReportOrder,
  selectAllReports,
  selectReports,
  type Window,
} from '../src/reports/list-reports.sql.ts'
import { accounts, fillWithReports } from './many-reports.ts'

type Plan = {
  'Node Type': string
  'Parent Relationship'?: string
  'Actual Rows': number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Plan[]
}

let files: TestDatabase
let db: Database

beforeAll(async () => {
  files = await testDatabase('report')
  await fillWithReports(files.adminUrl)
  db = connectDatabase({ url: files.url, log: createLog('test', 'silent'), statementTimeoutMs: 60_000 })
}, 300_000)

afterAll(async () => {
  await db?.[Symbol.asyncDispose]()
  await files?.drop()
})

/** The plan of the statement that `work` sends, with the session settings of the service for this filter. */
async function explain(
  filter: ReportFilter,
  work: (q: Queryable) => Promise<unknown>,
  settings: string[] = [],
): Promise<Plan> {
  let plan: Plan | undefined
  await db.forAccount(filter.accountId).transaction(async (q) => {
    if (needsIndexes(filter)) await preferIndexes(q)
    for (const setting of settings) await q.query({ text: `set local ${setting} = 0` })
    await work({
      async query(statement) {
        const text = `explain (analyze, buffers, timing off, format json) ${statement.text}`
        const { rows } = await q.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>({ ...statement, text })
        plan = rows[0]?.['QUERY PLAN'][0].Plan
        return { rows: [], rowCount: 0 }
      },
    })
  })
  if (plan === undefined) throw new Error('EXPLAIN returned no plan.')
  return plan
}

const explainList = (filter: ReportFilter, order: ReportOrder, window: Window): Promise<Plan> =>
  explain(filter, (q) => selectReports(q, filter, order, window))

const explainCount = (filter: ReportFilter): Promise<Plan> =>
  explain(filter, (q) => countReports(q, filter, COUNT_LIMIT))

/** The node types, without the InitPlan that reads the tenant once before the statement. */
function kinds(plan: Plan): string[] {
  const parts = (plan.Plans ?? []).filter((part) => part['Parent Relationship'] !== 'InitPlan')
  return [plan['Node Type'], ...parts.flatMap(kinds)]
}

function blocks(plan: Plan): number {
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
}

const sorts = ['id', 'generated_at', 'url', 'result', 'score'] as const
const orders = sorts.flatMap((sortBy): ReportOrder[] => [
  { sortBy, direction: 'asc' },
  { sortBy, direction: 'desc' },
])
const projects = [undefined, 'site-7.example']
const results = [undefined, 'good'] as const
const searches = [undefined, 'PAGE-77', 'example', 'zzzz-nowhere', 'e', '%', '_7']

function filters(search: readonly (string | undefined)[]): Omit<ReportFilter, 'accountId'>[] {
  return search.flatMap((text) =>
    projects.flatMap((project) => results.map((result) => ({ search: text, project, result }))),
  )
}

function lists(search: readonly (string | undefined)[]) {
  return orders.flatMap((order) => filters(search).map((filter) => ({ ...order, ...filter })))
}

const states = ['queued', 'running', 'done', 'failed'] as const
const scores = [{ minScore: 40, maxScore: 60 }, { minScore: 90 }, { maxScore: 3 }]
const narrowed = [...states.map((status) => ({ status })), ...scores]
const unsearched = { search: undefined, project: undefined, result: undefined }

/** A position in the middle of the list, far behind row 10,000 where the account has so many. */
async function middleOf(filter: ReportFilter, order: ReportOrder): Promise<Window | undefined> {
  const all = db.acrossAccounts()
  const offset = Math.floor((await countReports(all, filter, 1_000_000)) / 2)
  const [row] = await selectReports(all, filter, order, { offset, limit: 1 })
  return row && { after: positionOf(row, order, filter), limit: 10 }
}

describe('on 200,000 reports no list reads the whole table', () => {
  it.each(lists(searches))('by $sortBy $direction, search $search, project $project, result $result', async (list) => {
    for (const { id: accountId } of accounts) {
      const filter = { ...list, accountId }
      const middle = await middleOf(filter, list)
      const windows: Window[] = [{ offset: 0, limit: 10 }, { offset: 900, limit: 100 }, ...(middle ? [middle] : [])]
      for (const window of windows) {
        expect(kinds(await explainList(filter, list, window))).not.toContain('Seq Scan')
      }
    }
  })

  it.each(filters(searches))('to count search $search, project $project, result $result', async (filter) => {
    for (const { id: accountId } of accounts) {
      expect(kinds(await explainCount({ ...filter, accountId }))).not.toContain('Seq Scan')
    }
  })
})

describe('by state or score no list reads the whole table', () => {
  it.each(orders.flatMap((order) => narrowed.map((more) => ({ ...order, ...more }))))('%j', async (list) => {
    for (const { id: accountId } of accounts) {
      for (const project of projects) {
        const filter = { ...unsearched, ...list, project, accountId }
        for (const window of [
          { offset: 0, limit: 10 },
          { offset: 900, limit: 100 },
        ]) {
          expect(kinds(await explainList(filter, list, window))).not.toContain('Seq Scan')
        }
        expect(kinds(await explainCount(filter))).not.toContain('Seq Scan')
      }
    }
  })

  it.each(['asc', 'desc'] as const)('a range of scores by score %s is a part of one index', async (direction) => {
    const filter = { ...unsearched, accountId: accounts[0]?.id ?? '', minScore: 40, maxScore: 42 }
    const plan = await explainList(filter, { sortBy: 'score', direction }, { offset: 0, limit: 100 })
    expect(kinds(plan)).toEqual(['Limit', 'Index Scan'])
    expect(blocks(plan)).toBeLessThan(300)
  })

  it('the failed ones of a large account are found without reading the others', async () => {
    const filter = { ...unsearched, accountId: accounts[0]?.id ?? '', status: 'failed' as const }
    const plan = await explainList(filter, { sortBy: 'url', direction: 'asc' }, { offset: 0, limit: 100 })
    expect(blocks(plan)).toBeLessThan(300)
  })
})

it.each(accounts)('the reports of one URL are found directly in an account of $reports', async ({ id: accountId }) => {
  const filter = { ...unsearched, accountId, project: 'site-7.example' }
  const order: ReportOrder = { sortBy: 'generated_at', direction: 'desc' }
  const [row] = await selectReports(db.acrossAccounts(), filter, order, { offset: 0, limit: 1 })
  const plan = await explainList({ ...filter, url: row?.url }, order, { offset: 0, limit: 10 })
  expect(plan['Actual Rows']).toBe(1)
  expect(blocks(plan)).toBeLessThan(30)
})

describe('to count the reports of a large account', () => {
  it('starts no workers, which would take longer than the count', async () => {
    const filter = { accountId: accounts[0]?.id ?? '', search: undefined, project: undefined, result: undefined }
    // A planner that minds neither the start of workers nor what they hand over would have them for any table.
    const willing = ['parallel_setup_cost', 'parallel_tuple_cost', 'min_parallel_index_scan_size']
    const plan = await explain(filter, (q) => countReports(q, filter, COUNT_LIMIT), willing)
    expect(kinds(plan)).not.toContain('Gather')
  })
})

describe('a list without a search', () => {
  const accountId = accounts[0]?.id ?? ''

  it.each(lists([undefined]))(
    'by $sortBy $direction, project $project, result $result, comes sorted from an index',
    async (list) => {
      const plan = await explainList({ ...list, accountId }, list, { offset: 0, limit: 10 })
      expect(kinds(plan)).toEqual(['Limit', 'Index Scan'])
    },
  )

  it.each(lists([undefined]))(
    'by $sortBy $direction, project $project, result $result, is as cheap in its middle by cursor',
    async (list) => {
      const filter = { ...list, accountId }
      const middle = await middleOf(filter, list)
      if (middle === undefined) throw new Error('The list is empty.')
      const first = await explainList(filter, list, { offset: 0, limit: 10 })
      const deep = await explainList(filter, list, middle)
      expect(deep['Actual Rows']).toBe(11)
      expect(blocks(deep)).toBeLessThanOrEqual(blocks(first) + 10)
    },
  )
})

describe('an unfiltered list, by one plan for all accounts', () => {
  /** The generic plan of the service's connections for index reads, executed for one account. */
  async function explainAll(accountId: string, order: ReportOrder, window: Window): Promise<Plan> {
    // One statement at a time is always sent on the first of the connections, so that they share its prepared statement.
    const q = db.indexReads(accountId)
    let plan: Plan | undefined
    const capture: Queryable = {
      async query({ text, values = [] }) {
        const literals = values.map((value) => (typeof value === 'number' ? value : pg.escapeLiteral(String(value))))
        await q.query({ text: `prepare page as ${text}` })
        const execute = `explain (analyze, buffers, timing off, format json) execute page(${literals.join(', ')})`
        const { rows } = await q.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>({ text: execute })
        await q.query({ text: 'deallocate page' })
        plan = rows[0]?.['QUERY PLAN'][0].Plan
        return { rows: [], rowCount: 0 }
      },
    }
    await selectAllReports(capture, { accountId, order, window }, COUNT_LIMIT)
    if (plan === undefined) throw new Error('EXPLAIN returned no plan.')
    return plan
  }
  const unfiltered = { search: undefined, project: undefined, result: undefined }
  const allKinds = (plan: Plan): string[] => [plan['Node Type'], ...(plan.Plans ?? []).flatMap(allKinds)]

  it.each(orders)('by $sortBy $direction comes sorted from an index, from an offset and after a row', async (order) => {
    for (const { id: accountId, reports } of accounts) {
      const middle = await middleOf({ ...unfiltered, accountId }, order)
      if (middle === undefined) throw new Error('The list is empty.')
      for (const window of [{ offset: 0, limit: 10 }, { offset: 900, limit: 100 }, middle]) {
        const plan = await explainAll(accountId, order, window)
        expect(kinds(plan)).toEqual(['Limit', 'Index Scan'])
        expect(allKinds(plan)).not.toContain('Seq Scan')
        expect(allKinds(plan)).not.toContain('Sort')
        const left = Math.max(0, reports - ('offset' in window ? window.offset : 0))
        expect(plan['Actual Rows']).toBe(Math.min(window.limit + 1, left))
      }
    }
  })
})

describe('a search', () => {
  it.each(accounts)('for a rare text reads few rows in an account of $reports', async ({ id: accountId }) => {
    const filter = { accountId, search: 'page-4242', project: undefined, result: undefined }
    const plan = await explainList(filter, { sortBy: 'url', direction: 'asc' }, { offset: 0, limit: 100 })
    expect(blocks(plan)).toBeLessThan(300)
  })
})

it('every ordered index of reports begins with the account, so that no list of a small one reads those of others', async () => {
  // One plan serves all accounts: an index by the id alone has the order of the newest reports, and would be read from
  // there until a small account beside a large one had its page.
  const { rows } = await db.acrossAccounts().query<{ definition: string }>({
    text: `select pg_get_indexdef(indexrelid) as definition from pg_index i join pg_class c on c.oid = i.indexrelid
      join pg_am a on a.oid = c.relam where indrelid = 'report'::regclass and amname = 'btree'`,
  })
  expect(rows.length).toBeGreaterThan(5)
  expect(rows.map(({ definition }) => definition).filter((text) => !/USING btree \(account_id\b/.test(text))).toEqual(
    [],
  )
})
