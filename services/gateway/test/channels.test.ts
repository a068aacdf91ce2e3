import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Gateway, startGateway } from './start-gateway.ts'

let at: Gateway
beforeAll(async () => {
  at = await startGateway()
  at.projects.add(at.account.account_id, 'shop.example')
})
afterAll(() => at[Symbol.asyncDispose]())

const url = '/api/v1/projects/shop.example/channels'
const form = { 'content-type': 'application/x-www-form-urlencoded' }

describe("a project's channels", () => {
  it('are listed with what is set', async () => {
    const { data } = (await at.ask(url)).json()
    expect(data).toMatchObject([
      { channel: 'indexnow', ready: true, default: true, settings: {}, updated_at: null },
      { channel: 'google', ready: false, default: false },
      { channel: 'bing', ready: false, default: false },
    ])
  })

  it('are set from JSON and from a form, and intake is updated before the response', async () => {
    const answer = await at.ask({ method: 'PUT', url: `${url}/bing`, payload: { api_key: 'a-key-of-bing' } })
    expect(answer.statusCode).toBe(200)
    expect(answer.json().data).toMatchObject({ channel: 'bing', ready: true, settings: { api_key: '…4f36' } })
    expect(at.channels.put.at(-1)).toEqual({ channel: 'bing', settings: { api_key: 'a-key-of-bing' } })
    expect(at.intake.channelChanges.at(-1)).toMatchObject({ ready: ['indexnow', 'bing'], chosen: ['indexnow'] })

    const service_account = JSON.stringify({ client_email: 'a@b' })
    const payload = new URLSearchParams({ service_account, gate: 'false' }).toString()
    const made = await at.ask({ method: 'PUT', url: `${url}/google`, payload, headers: form })
    expect(made.statusCode).toBe(200)
    expect(at.channels.put.at(-1)).toEqual({ channel: 'google', settings: { service_account, gate: false } })
    const account = { service_account: { client_email: 'a@b' } }
    expect((await at.ask({ method: 'PUT', url: `${url}/google`, payload: account })).statusCode).toBe(200)
    expect(at.channels.put.at(-1)).toEqual({ channel: 'google', settings: account })
  })

  it('are chosen, and forgotten', async () => {
    const put = (payload: object) => at.ask({ method: 'PUT', url, payload })
    const { data } = (await put({ default: ['indexnow', 'bing'] })).json()
    expect(data.map((one: { default: boolean }) => one.default)).toEqual([true, false, true])
    expect(at.intake.channelChanges.at(-1)).toMatchObject({ chosen: ['indexnow', 'bing'] })
    for (const wrong of [
      {},
      { default: [] },
      { default: ['sitemap'] },
      { default: ['bing', 'bing'] },
      { default: 'bing' },
    ])
      expect([wrong, (await put(wrong)).statusCode]).toEqual([wrong, 422])
    const gone = await at.ask({ method: 'DELETE', url: `${url}/bing` })
    expect(gone.json()).toEqual({ id: 'bing', object: 'channel', deleted: true, status: 200 })
  })

  it('are paused and go on, and their key files are looked at', async () => {
    const patch = (payload: object) => at.ask({ method: 'PATCH', url: `${url}/indexnow`, payload })
    expect((await patch({ paused: true })).json().data).toMatchObject({ channel: 'indexnow', paused: true })
    expect((await patch({ paused: false })).json().data.paused).toBe(false)
    expect((await patch({})).statusCode).toBe(422)
    expect((await at.ask({ method: 'PATCH', url: `${url}/pigeon`, payload: { paused: true } })).statusCode).toBe(404)

    const checked_at = '2026-11-21T10:00:00.000Z'
    const wall = { host: 'wall.shop.example', served: false, problem: 'There is a wall.', checked_at }
    expect((await at.ask(url)).json().data[0].key_files).toEqual([
      { host: 'shop.example', served: true, problem: null, checked_at },
      { host: 'new.shop.example', served: null, problem: null, checked_at: null },
      wall,
    ])
    const check = { method: 'POST' as const, url: `${url}/indexnow/check` }
    expect((await at.ask({ ...check, payload: { host: wall.host } })).json().data).toEqual(wall)
    expect((await at.ask({ ...check, payload: {} })).json().data.host).toBe('shop.example')
  })

  it('that are none, and fields that no channel has, are refused', async () => {
    expect((await at.ask({ method: 'PUT', url: `${url}/pigeon`, payload: {} })).statusCode).toBe(404)
    const answer = await at.ask({ method: 'PUT', url: `${url}/bing`, payload: { apikey: 'x' } })
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['apikey']])
  })

  it('can be changed while intake is away', async () => {
    await using alone = await startGateway()
    alone.projects.add(alone.account.account_id, 'shop.example')
    await alone.servers.intake[Symbol.asyncDispose]()
    const answer = await alone.ask({ method: 'PUT', url: `${url}/bing`, payload: { api_key: 'a-key-of-bing' } })
    expect(answer.statusCode).toBe(200)
  })
})

const requeue = (payload: object) =>
  at.ask({ method: 'POST', url: '/api/v1/projects/shop.example/deliveries/requeue', payload })

it('deliveries that were rejected are sent again to the last portion', async () => {
  const rejected_since = '2026-11-21T10:00:00Z'
  expect((await requeue({ rejected_since })).json()).toEqual({ data: { requeued: 5 }, status: 200 })
  expect(at.deliveries.requeued.slice(-3)).toMatchObject([{ rejected_since }, { cursor: 'b' }, { cursor: 'c' }])
})

it('deliveries are sent again: one, a batch, or all since a time', async () => {
  const batch = crypto.randomUUID()
  expect((await requeue({ batch })).json()).toEqual({ data: { requeued: 2 }, status: 200 })
  expect(at.deliveries.requeued.at(-1)).toMatchObject({ batch_id: batch, project: 'shop.example' })
  for (const wrong of [{}, { batch, delivery: batch }, { batch: 'x' }, { rejected_since: 'yesterday' }])
    expect([wrong, (await requeue(wrong)).statusCode]).toEqual([wrong, 422])
})
