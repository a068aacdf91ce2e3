import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { createLog } from '@pagebell/runtime/log'
import { createHttpServer } from './create-http-server.ts'
import type { HttpServer } from './http-server.ts'

let app: HttpServer

beforeEach(() => {
  app = createHttpServer({ log: createLog('test', 'silent'), bodyLimit: 4 * 1_024 * 1_024 })
  app.post('/', async ({ body }) => ({ items: (body as { urls?: unknown[] }).urls?.length ?? null }))
})
afterEach(() => app.close())

const send = async (payload: string) => {
  const parse = jest.spyOn(JSON, 'parse')
  const answer = await app.inject({
    method: 'POST',
    url: '/',
    headers: { 'content-type': 'application/json' },
    payload,
  })
  const isParsed = parse.mock.calls.some(([text]) => text.length === payload.length)
  parse.mockRestore()
  return { status: answer.statusCode, body: answer.json(), isParsed }
}

describe('a JSON body', () => {
  it('of 10,000 URLs with signs of JSON in them is taken', async () => {
    const urls = Array.from({ length: 10_000 }, (_, n) => `https://example.org/?filter[a][b]={"c":"${n}"}&x[]=[[`)
    const body = { items: 10_000 }
    expect(await send(JSON.stringify({ urls }))).toEqual({ status: 200, body, isParsed: true })
  })

  it('of one text with more commas than it may have values is taken', async () => {
    const text = 'one, '.repeat(50_000)
    expect(await send(JSON.stringify({ text }))).toMatchObject({ status: 200, isParsed: true })
  })

  it.each([
    ['brackets that are closed', `${'['.repeat(2_000_000)}${']'.repeat(2_000_000)}`],
    ['brackets that are not', '['.repeat(4_000_000)],
    ['nested objects', '{"a":'.repeat(800_000)],
    ['objects with a name each', `[${Array.from({ length: 280_000 }, (_, n) => `{"a${n}":0}`).join()}]`],
    ['one object of many names', `{${Array.from({ length: 330_000 }, (_, n) => `"a${n}":0`).join()}}`],
    ['empty strings', `{"urls":[${'"",'.repeat(1_200_000)}""]}`],
    ['numbers', `{"x":[${'0,'.repeat(2_000_000)}0]}`],
    ['null in place of URLs', `{"urls":[${'null,'.repeat(800_000)}null]}`],
  ])('of %s is refused before it is parsed', async (_what, payload) => {
    const { status, body, isParsed } = await send(payload)
    expect([status, body.code, isParsed]).toEqual([422, 'invalid', false])
  })

  it.each([
    ['empty', '', 400],
    ['no JSON', '{', 400],
    ['a prototype', '{"__proto__":{}}', 400],
  ])('that is %s is refused as ever', async (_what, payload, status) => {
    expect((await send(payload)).status).toBe(status)
  })
})
