import { describe, expect, it } from '@jest/globals'
import { countReports, listReports, type ReportFilter, sortColumns, walkReports } from './list-reports.ts'

const none: ReportFilter = { accountId: 'A', search: undefined, project: undefined, result: undefined }

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

describe('walkReports', () => {
  it('reads a page of everything, the row after it and the count', () => {
    const { name, text, values } = walkReports({ sortBy: 'url', direction: 'asc' }, 'A', { offset: 20, limit: 10 }, 99)
    expect(name).toBe('walk-reports by url, id asc from an offset')
    expect(text).toContain('from report where account_id = $1 limit $2) as matching) as counted from report')
    expect(text).toMatch(/where account_id = \$1 order by url asc, id asc offset \$3 limit \$4$/)
    expect(values).toEqual(['A', 99, 20, 11])
  })

  it('has a name for each of its texts, since a connection knows a plan by its name', () => {
    const texts = new Map<string | undefined, Set<string>>()
    for (const sortBy of ['id', 'generated_at', 'url', 'result', 'score'] as const) {
      for (const direction of ['asc', 'desc'] as const) {
        const after = sortColumns({ sortBy, direction }, none).map(() => 'x')
        for (const window of [
          { offset: 0, limit: 10 },
          { offset: 7, limit: 100 },
          { after, limit: 10 },
        ]) {
          const { name, text } = walkReports({ sortBy, direction }, 'A', window, 99)
          texts.set(name, (texts.get(name) ?? new Set()).add(text))
        }
      }
    }
    expect([...texts.keys()]).toHaveLength(16)
    for (const [, ofOneName] of texts) expect(ofOneName.size).toBe(1)
  })
})
