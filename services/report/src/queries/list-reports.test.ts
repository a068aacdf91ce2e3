import { describe, expect, it } from '@jest/globals'
import { countReports, listReports, type ReportFilter, sortColumns } from './list-reports.ts'

const none: ReportFilter = { accountId: 'A', search: undefined, project: undefined, result: undefined }

describe('sortColumns', () => {
  it.each([
    ['id', 'asc', undefined, ['id']],
    ['generated_at', 'desc', undefined, ['id']],
    ['url', 'desc', 'good', ['url', 'id']],
    ['result', 'asc', undefined, ['rank_up', 'id']],
    ['result', 'desc', undefined, ['rank_down', 'id']],
    ['result', 'desc', 'bad', ['id']],
  ] as const)('by %s %s of result %s are %j', (sortBy, direction, result, columns) => {
    expect(sortColumns({ sortBy, direction }, { ...none, result })).toEqual(columns)
  })
})

describe('listReports', () => {
  it('reads a page and one row more', () => {
    const { text, values } = listReports(none, { sortBy: 'url', direction: 'asc' }, { offset: 20, limit: 10 })
    expect(text).toMatch(/where account_id = \$1 order by url asc, id asc offset \$2 limit \$3$/)
    expect(values).toEqual(['A', 20, 11])
  })

  it('goes on after a position, behind every filter', () => {
    const filter: ReportFilter = { ...none, search: '50%_\\', project: 'example.com', result: 'decent' }
    const statement = listReports(filter, { sortBy: 'url', direction: 'desc' }, { after: ['u', 'i'], limit: 25 })
    expect(statement.text).toContain('project = $2 and rank_up = $3 and lower(url) like lower($4::text collate "C")')
    expect(statement.text).toMatch(/and \(url, id\) < \(\$5, \$6\) order by url desc, id desc limit \$7$/)
    expect(statement.values).toEqual(['A', 'example.com', 2, '%50\\%\\_\\\\%', 'u', 'i', 26])
  })

  it('writes nothing a customer sent into the statement', () => {
    const hostile = "'; drop table report; --"
    const filter = { ...none, search: hostile, project: hostile }
    const { text } = listReports(filter, { sortBy: 'id', direction: 'asc' }, { after: [hostile], limit: 10 })
    expect(text + countReports(filter, 10).text).not.toContain('drop')
  })
})
