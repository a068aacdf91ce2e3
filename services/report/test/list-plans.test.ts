import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { COUNT_LIMIT } from '@pagebell/lists/total'
import { connectDatabase, type Database, type Statement, walkingSettings } from '@pagebell/postgres/database'
import { createLog } from '@pagebell/runtime/log'
import { type TestDatabase, testDatabase } from '@pagebell/testing/test-database'
import pg from 'pg'
import {
  countReports,
  type ListedReport,
  listReports,
  type ReportFilter,
  type ReportOrder,
  sortColumns,
  type Window,
  walkReports,
} from '../src/queries/list-reports.ts'
import { planByIndex } from '../src/queries/plan-by-index.ts'
import { accounts, fillWithReports } from './many-reports.ts'

interface Plan {
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
  const read = (name: string) => readFile(new URL(`../migrations/${name}`, import.meta.url), 'utf8')
  const listIndexes = await Promise.all(['0002-report-lists.sql', '0014-score-order.sql'].map(read))
  await fillWithReports(files.adminUrl, listIndexes.join('\n'))
  db = connectDatabase({ url: files.url, log: createLog('test', 'silent'), statementTimeoutMs: 60_000 })
}, 300_000)

afterAll(async () => {
  await db?.[Symbol.asyncDispose]()
  await files?.drop()
})

/** As the service runs it: in the name of the account, and told to keep to indexes if it searches. */
async function explain(statement: Statement): Promise<Plan> {
  const searching = statement.text.includes(' like ')
  const text = `explain (analyze, buffers, timing off, format json) ${statement.text}`
  const accountId = String(statement.values?.[0])
  const { rows } = await db.of(accountId).transaction(async (q) => {
    if (searching) await q.query(planByIndex())
    return q.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>({ ...statement, text })
  })
  const plan = rows[0]?.['QUERY PLAN'][0].Plan
  if (plan === undefined) throw new Error('PostgreSQL explained nothing.')
  return plan
}

/** Without what asks once, before the statement begins, which account is in charge. */
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

/** A position in the middle of the list, far behind row 10,000 where the account has so many. */
async function middleOf(filter: ReportFilter, order: ReportOrder): Promise<Window | undefined> {
  const { counted } = (await db.query<{ counted: number }>(countReports(filter, 1_000_000))).rows[0] ?? { counted: 0 }
  const offset = Math.floor(counted / 2)
  const { rows } = await db.query<ListedReport>(listReports(filter, order, { offset, limit: 1 }))
  const [row] = rows
  return row && { after: sortColumns(order, filter).map((column) => row[column]), limit: 10 }
}

describe('on 200,000 reports no list reads the whole table', () => {
  it.each(lists(searches))('by $sortBy $direction, search $search, project $project, result $result', async (list) => {
    for (const { id: accountId } of accounts) {
      const filter = { ...list, accountId }
      const middle = await middleOf(filter, list)
      const windows: Window[] = [{ offset: 0, limit: 10 }, { offset: 900, limit: 100 }, ...(middle ? [middle] : [])]
      for (const window of windows) {
        expect(kinds(await explain(listReports(filter, list, window)))).not.toContain('Seq Scan')
      }
    }
  })

  it.each(filters(searches))('to count search $search, project $project, result $result', async (filter) => {
    for (const { id: accountId } of accounts) {
      expect(kinds(await explain(countReports({ ...filter, accountId }, COUNT_LIMIT)))).not.toContain('Seq Scan')
    }
  })
})

describe('to count the reports of a large account', () => {
  it('starts no workers, which would take longer than the count', async () => {
    const filter = { accountId: accounts[0]?.id ?? '', search: undefined, project: undefined, result: undefined }
    // A planner that minds neither the start of workers nor what they hand over would have them for any table.
    const willing =
      'set local parallel_setup_cost = 0; set local parallel_tuple_cost = 0; set local min_parallel_index_scan_size = 0'
    const statement = countReports(filter, COUNT_LIMIT)
    const plan = await db.of(filter.accountId).transaction(async (q) => {
      for (const text of willing.split('; ')) await q.query({ text })
      return q.query<{ 'QUERY PLAN': string }>({ ...statement, text: `explain ${statement.text}` })
    })
    expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n')).not.toContain('Gather')
  })
})

describe('a list without a search', () => {
  const accountId = accounts[0]?.id ?? ''

  it.each(lists([undefined]))(
    'by $sortBy $direction, project $project, result $result, comes sorted from an index',
    async (list) => {
      const plan = await explain(listReports({ ...list, accountId }, list, { offset: 0, limit: 10 }))
      expect(kinds(plan)).toEqual(['Limit', 'Index Scan'])
    },
  )

  it.each(lists([undefined]))(
    'by $sortBy $direction, project $project, result $result, is as cheap in its middle by cursor',
    async (list) => {
      const filter = { ...list, accountId }
      const middle = await middleOf(filter, list)
      if (middle === undefined) throw new Error('The list is empty.')
      const first = await explain(listReports(filter, list, { offset: 0, limit: 10 }))
      const deep = await explain(listReports(filter, list, middle))
      expect(deep['Actual Rows']).toBe(11)
      expect(blocks(deep)).toBeLessThanOrEqual(blocks(first) + 10)
    },
  )
})

describe('a list of everything, by one plan for all accounts', () => {
  /** The plan that the service has made once a connection, carried out for one account. */
  async function explainWalk(accountId: string, statement: Statement): Promise<Plan> {
    const { text, values = [] } = statement
    const literals = values.map((value) => (typeof value === 'number' ? value : pg.escapeLiteral(String(value))))
    const { rows } = await db.of(accountId).transaction(async (q) => {
      await q.query({ text: `set local ${walkingSettings.join('; set local ')}` })
      await q.query({ text: `prepare walk as ${text}` })
      const execute = `explain (analyze, buffers, timing off, format json) execute walk(${literals.join(', ')})`
      const explained = await q.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>({ text: execute })
      await q.query({ text: 'deallocate walk' })
      return explained
    })
    const plan = rows[0]?.['QUERY PLAN'][0].Plan
    if (plan === undefined) throw new Error('PostgreSQL explained nothing.')
    return plan
  }
  const everything = { search: undefined, project: undefined, result: undefined }
  const allKinds = (plan: Plan): string[] => [plan['Node Type'], ...(plan.Plans ?? []).flatMap(allKinds)]

  it.each(orders)('by $sortBy $direction walks an index, from an offset and after a row', async (order) => {
    for (const { id: accountId, reports } of accounts) {
      const middle = await middleOf({ ...everything, accountId }, order)
      if (middle === undefined) throw new Error('The list is empty.')
      for (const window of [{ offset: 0, limit: 10 }, { offset: 900, limit: 100 }, middle]) {
        const plan = await explainWalk(accountId, walkReports(order, accountId, window, COUNT_LIMIT))
        expect(kinds(plan)).toEqual(['Limit', 'Index Scan'])
        expect(allKinds(plan)).not.toContain('Seq Scan')
        expect(allKinds(plan)).not.toContain('Sort')
        expect(plan['Actual Rows']).toBe(
          Math.min(window.limit + 1, Math.max(0, reports - ('offset' in window ? window.offset : 0))),
        )
      }
    }
  })
})

describe('a search', () => {
  it.each(accounts)('for a rare text reads few rows in an account of $reports', async ({ id: accountId }) => {
    const filter = { accountId, search: 'page-4242', project: undefined, result: undefined }
    const plan = await explain(listReports(filter, { sortBy: 'url', direction: 'asc' }, { offset: 0, limit: 100 }))
    expect(blocks(plan)).toBeLessThan(300)
  })
})
