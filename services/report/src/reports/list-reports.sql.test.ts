import { describe, expect, it } from '@jest/globals'
import type { Queryable, Statement } from '@pagebell/postgres/database'
import {
  countReports,
  type ReportFilter,
  type ReportOrder,
  selectReports,
  sortColumns,
  type Window,
} from './list-reports.sql.ts'

const none: ReportFilter = { accountId: 'A', search: undefined, project: undefined, result: undefined }

/** The statement that a function sends. */
async function sentBy(work: (q: Queryable) => Promise<unknown>): Promise<Statement> {
  const sent: Statement[] = []
  await work({
    query: async (statement) => {
      sent.push(statement)
      return { rows: [], rowCount: 0 }
    },
  })
  const [statement, ...more] = sent
  if (statement === undefined || more.length > 0) throw new Error('Not one statement was sent.')
  return statement
}

const listOf = (filter: ReportFilter, order: ReportOrder, window: Window) =>
  sentBy((q) => selectReports(q, filter, order, window))

describe('sortColumns', () => {
  it.each([
    ['id', 'asc', undefined, ['id']],
    ['generated_at', 'desc', undefined, ['id']],
    ['url', 'desc', 'good', ['url', 'id']],
    ['result', 'asc', undefined, ['rank_up', 'id']],
    ['result', 'desc', undefined, ['rank_down', 'id']],
    ['result', 'desc', 'bad', ['id']],
    ['score', 'asc', undefined, ['score_up', 'id']],
    ['score', 'desc', undefined, ['score_down', 'id']],
    ['score', 'desc', 'bad', ['score', 'id']],
  ] as const)('by %s %s of result %s are %j', (sortBy, direction, result, columns) => {
    expect(sortColumns({ sortBy, direction }, { ...none, result })).toEqual(columns)
  })
})

describe('selectReports', () => {
  it('reads a page and one row more', async () => {
    const { text, values } = await listOf(none, { sortBy: 'url', direction: 'asc' }, { offset: 20, limit: 10 })
    expect(text).toMatch(/where account_id = \$1 order by url asc, id asc offset \$2 limit \$3$/)
    expect(values).toEqual(['A', 20, 11])
  })

  it('continues after a position, with every filter', async () => {
    const filter: ReportFilter = { ...none, search: '50%_\\', project: 'example.com', result: 'decent' }
    const statement = await listOf(filter, { sortBy: 'url', direction: 'desc' }, { after: ['u', 'i'], limit: 25 })
    expect(statement.text).toContain('project = $2 and rank_up = $3 and lower(url) like lower($4::text collate "C")')
    expect(statement.text).toMatch(/and \(url, id\) < \(\$5, \$6\) order by url desc, id desc limit \$7$/)
    expect(statement.values).toEqual(['A', 'example.com', 2, '%50\\%\\_\\\\%', 'u', 'i', 26])
  })

  it.each([
    ['score', 'desc', undefined, 'case when score is null then (-1)::smallint else score end'],
    ['score', 'asc', 'good', 'score'],
    ['url', 'asc', undefined, 'case when score is null then 101::smallint else score end'],
  ] as const)('by %s %s of result %s filters the score by %s', async (sortBy, direction, result, column) => {
    const filter: ReportFilter = { ...none, result, minScore: 40 }
    const { text, values } = await listOf(filter, { sortBy, direction }, { offset: 0, limit: 10 })
    const from = result === undefined ? 2 : 3
    expect(text).toContain(` and ${column} between $${from}::smallint and $${from + 1}::smallint`)
    expect(values?.slice(from - 1, from + 1)).toEqual([40, 100])
  })

  it('filters by the exact URL, which is no pattern', async () => {
    const filter: ReportFilter = { ...none, project: 'example.com', url: 'https://example.com/50%25_' }
    const { text, values } = await listOf(
      filter,
      { sortBy: 'generated_at', direction: 'desc' },
      { offset: 0, limit: 10 },
    )
    expect(text).toMatch(
      /where account_id = \$1 and project = \$2 and url = \$3 order by id desc offset \$4 limit \$5$/,
    )
    expect(values).toEqual(['A', 'example.com', 'https://example.com/50%25_', 0, 11])
  })

  it('writes nothing a customer sent into the statement', async () => {
    const hostile = "'; drop table report; --"
    const filter = { ...none, search: hostile, url: hostile, project: hostile }
    const { text } = await listOf(filter, { sortBy: 'id', direction: 'asc' }, { after: [hostile], limit: 10 })
    const count = await sentBy((q) => countReports(q, filter, 10))
    expect(text + count.text).not.toContain('drop')
  })
})
