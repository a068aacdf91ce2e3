import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Gateway, publicOrigin, startGateway } from './start-gateway.ts'

let gateway: Gateway
beforeAll(async () => {
  gateway = await startGateway()
  gateway.projects.add(gateway.account.account_id, 'example.com')
})
afterAll(() => gateway?.[Symbol.asyncDispose]())

const path = '/api/v1/projects/example.com/watches'
const url = 'https://example.com/sitemap.xml'
const put = (payload: object, id = 'main') => gateway.ask({ method: 'PUT', url: `${path}/${id}`, payload })

describe('a watch', () => {
  it('is made with the defaults of what is left out', async () => {
    const made = await put({ url })
    expect(made.statusCode).toBe(200)
    expect(made.json().data).toEqual({
      id: 'main',
      url,
      kind: 'auto',
      every_minutes: 60,
      trust: 'auto',
      deletes: 'send',
      first: 'remember',
      include: [],
      exclude: [],
      created_at: '2026-11-21T10:00:00.000Z',
      next_scan_at: '2026-11-21T10:00:00.000Z',
      pages: 0,
      waiting: 0,
      held: 0,
      files: [],
      websub: null,
      last_scan: null,
    })
    expect((await gateway.ask(`${path}/main`)).json()).toEqual(made.json())
    expect((await gateway.ask(path)).json()).toEqual({ data: [made.json().data], status: 200 })
  })

  it.each([
    [{}, 'url'],
    [{ url, every_minutes: 1 }, 'every_minutes'],
    [{ url, kind: 'page' }, 'kind'],
    [{ url, trust: 'etag' }, 'trust'],
    [{ url, deletes: 'yes' }, 'deletes'],
    [{ url, exclude: Array.from({ length: 21 }, () => '/a') }, 'exclude'],
  ])('with %j is refused with what is allowed', async (body, field) => {
    const refused = await put(body)
    expect(refused.statusCode).toBe(422)
    expect(Object.keys(refused.json().errors)).toEqual([field])
  })

  it('is scanned now, and its removals are decided on', async () => {
    await put({ url })
    const post = (action: string, payload: object) =>
      gateway.ask({ method: 'POST', url: `${path}/main/${action}`, payload })
    expect((await post('scan', {})).statusCode).toBe(200)
    await post('scan', { believe: true })
    await post('held', { decision: 'send' })
    expect(gateway.watches.asked.slice(-3)).toEqual([{ believe: false }, { believe: true }, { decision: 'send' }])
    expect((await post('held', { decision: 'maybe' })).json().errors).toHaveProperty('decision')
  })

  it('lists its scans', async () => {
    await put({ url })
    expect((await gateway.ask(`${path}/main/scans?per_page=10`)).json()).toMatchObject({
      data: [{ id: 'scan-1', outcome: 'ok', new: 1, problems: [{ code: 'bad_date', file: null }] }],
      links: { first: `${publicOrigin}${path}/main/scans?per_page=10`, next: null },
    })
  })

  it('is deleted', async () => {
    await put({ url }, 'old')
    const gone = await gateway.ask({ method: 'DELETE', url: `${path}/old` })
    expect(gone.json()).toEqual({ id: 'old', object: 'watch', deleted: true, status: 200 })
    expect((await gateway.ask(`${path}/old`)).statusCode).toBe(404)
  })

  it('of a project that there is not is not found', async () => {
    expect((await gateway.ask('/api/v1/projects/elsewhere.example/watches')).statusCode).toBe(404)
  })
})
