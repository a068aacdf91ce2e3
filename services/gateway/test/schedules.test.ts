import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Gateway, startGateway } from './start-gateway.ts'

let gateway: Gateway
beforeAll(async () => {
  gateway = await startGateway()
  for (const name of ['example.com', 'shop.example', 'empty.example'])
    gateway.projects.add(gateway.account.account_id, name)
})
afterAll(() => gateway?.[Symbol.asyncDispose]())

const pathOf = (project: string) => `/api/v1/projects/${project}/schedule`
const path = pathOf('example.com')
const put = (payload: object, url = path) => gateway.ask({ method: 'PUT', url, payload })
const weekly = { what: 'site', every: 'week', at: '03:00' }

describe('the schedule of a project', () => {
  it('is kept with the defaults of what is left out', async () => {
    const kept = await put({ ...weekly, on: 5, zone: 'Europe/Berlin' })
    expect(kept.statusCode).toBe(200)
    const { data } = kept.json()
    expect(data).toEqual({
      project: 'example.com',
      what: 'site',
      every: 'week',
      at: '03:00',
      zone: 'Europe/Berlin',
      on: 5,
      pages: [],
      url: 'https://example.com/',
      start: ['sitemap', 'links'],
      max_pages: 200,
      include: [],
      exclude: [],
      created_at: '2026-11-21T10:00:00.000Z',
      next_at: '2026-11-30T02:00:00.000Z',
      last: {
        at: '2026-11-21T10:00:00.000Z',
        outcome: 'refused',
        code: 'site_report_running',
        message: 'It is running.',
        site_report: null,
        reports: [],
        refused: 0,
      },
    })
    expect((await gateway.ask(path)).json().data).toEqual(data)
  })

  it('of pages has no crawl', async () => {
    const pages = ['https://example.com/', 'https://example.com/a']
    const { data } = (await put({ what: 'pages', every: 'day', at: '06:30', pages })).json()
    expect(data).toMatchObject({ what: 'pages', zone: 'UTC', on: null, pages, url: null, max_pages: null, start: [] })
  })

  it('that mixes both is passed on to be refused', async () => {
    await put({ what: 'pages', every: 'day', at: '06:30', pages: ['https://example.com/'], max_pages: 5 })
    expect(gateway.schedules.put.at(-1)?.settings?.selection).toMatchObject({ max_pages: 5 })
  })

  it.each([
    [{}, 'what'],
    [{ ...weekly, every: 'hour' }, 'every'],
    [{ ...weekly, at: '3:00' }, 'at'],
    [{ ...weekly, at: '24:00' }, 'at'],
    [{ ...weekly, on: 0 }, 'on'],
    [{ ...weekly, max_pages: 10_001 }, 'max_pages'],
    [{ ...weekly, what: 'pages', pages: Array.from({ length: 101 }, () => 'https://example.com/') }, 'pages'],
    [{ ...weekly, tomorrow: true }, 'tomorrow'],
  ])('with %j is refused with what is allowed', async (body, field) => {
    const refused = await put(body)
    expect(refused.statusCode).toBe(422)
    expect(Object.keys(refused.json().errors).join()).toMatch(new RegExp(`^${field}`))
  })

  it('of a large site wants the key file of the site', async () => {
    const large = { ...weekly, max_pages: 1_000 }
    const refused = await put(large)
    expect(refused.statusCode).toBe(409)
    expect(refused.json()).toMatchObject({ code: 'ownership_not_proven' })
    gateway.channelStatus.served.add('shop.example')
    expect((await put(large, pathOf('shop.example'))).statusCode).toBe(200)
    expect(gateway.schedules.put.at(-1)).toMatchObject({ is_owner: true })
  })

  it('is deleted, and unknown to another account', async () => {
    await put(weekly)
    const { secret } = gateway.accounts.addKey(gateway.accounts.addAccount())
    expect((await gateway.ask(path, secret)).statusCode).toBe(404)
    const deleted = await gateway.ask({ method: 'DELETE', url: path })
    expect(deleted.json()).toEqual({ id: 'example.com', object: 'schedule', deleted: true, status: 200 })
    expect((await gateway.ask(path)).statusCode).toBe(404)
    expect((await gateway.ask(pathOf('empty.example'))).json().detail).toBe('The project has no schedule.')
  })
})
