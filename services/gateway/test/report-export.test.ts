import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Gateway, publicOrigin, startGateway } from './start-gateway.ts'

let at: Gateway
beforeAll(async () => {
  at = await startGateway()
})
afterAll(() => at[Symbol.asyncDispose]())

describe('GET /reports.csv', () => {
  const get = (query = '', headers = {}) => at.ask({ method: 'GET', url: `/api/v1/reports.csv${query}`, headers })

  it('has a line for each report of the list, over several pages of it', async () => {
    const account = at.accounts.addAccount({ urls_per_day: 1, urls_per_month: 1, api_keys: 1, projects: 1, reports: 1 })
    const { secret } = at.accounts.addKey(account)
    for (let n = 0; n < 250; n += 1) at.reports.add(account.account_id, `https://export.example/${n}`)
    const rated = at.reports.rate(at.reports.add(account.account_id, 'https://export.example/?a=1,2'))
    const before = at.reports.listed.length
    const answer = await at.ask('/api/v1/reports.csv?project=export.example&sort_by=url&sort=asc', secret)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="reports-\d{4}-\d\d-\d\d\.csv"$/)
    const [header, ...lines] = answer.body.split('\r\n')
    expect(header).toBe(
      'id,url,project,status,result,score,visibility,generated_at,analyzed_at,ruleset,error_code,error_message,page',
    )
    expect(lines.pop()).toBe('')
    expect(lines).toHaveLength(251)
    expect(lines.at(-1)).toBe(
      `${rated.id},"https://export.example/?a=1,2",export.example,done,decent,71,public,${rated.generated_at},${rated.analyzed_at},1,,,${publicOrigin}/r/${rated.id}`,
    )
    const asked = at.reports.listed.slice(before)
    expect(asked).toHaveLength(3)
    for (const one of asked) {
      expect(one).toMatchObject({ project: 'export.example', sort_by: 'url', sort: 'asc', without_total: true })
    }
  })

  it.each([
    ['?page=2', 'page'],
    ['?result=great', 'result'],
    ['?min_score=101', 'min_score'],
  ])('refuses %s, naming the field', async (query, field) => {
    const answer = await get(query)
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, [field]])
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/)
  })

  it.each([
    ['text/csv', 200],
    ['text/*;q=0.5, */*;q=0', 200],
    ['*/*', 200],
    ['application/json', 406],
    ['text/html', 406],
  ])('with Accept %s answers %d', async (accept, status) => {
    expect((await get('', { accept })).statusCode).toBe(status)
  })
})
