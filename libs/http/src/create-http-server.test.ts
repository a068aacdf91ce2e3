import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { fault } from '@pagebell/faults/fault'
import { createLog } from '@pagebell/runtime/log'
import { currentTraceId } from '@pagebell/runtime/trace'
import { Type } from '@pagebell/schema/type'
import { refuseUnacceptable } from './accepts-json.ts'
import { createHttpServer } from './create-http-server.ts'
import type { HttpServer } from './http-server.ts'
import { refuseUnknownQueries } from './strict-query.ts'

const strict = { additionalProperties: false }
const lines: string[] = []
let app: HttpServer

beforeEach(() => {
  lines.length = 0
  const log = createLog('test', 'info', { write: (line: string) => void lines.push(line) })
  app = createHttpServer({ log, trustProxy: ['10.0.0.0/8'], bodyLimit: 1_000 })
  app.register(async (scope) => {
    refuseUnknownQueries(scope)
    refuseUnacceptable(scope)
    const size = Type.Unsafe<number>({ type: 'integer', enum: [10, 25], default: 10 })
    const querystring = Type.Object({ size, name: Type.Optional(Type.String()) }, strict)
    scope.get('/things', { schema: { querystring } }, async (request) => request.query)
    const body = Type.Object({ size: Type.Integer(), on: Type.Optional(Type.Boolean()) }, strict)
    scope.post('/things', { schema: { body } }, async (request) => ({ body: request.body, trace: currentTraceId() }))
    scope.post('/optional', { schema: { body: Type.Partial(body) } }, async (request) => request.body)
    scope.get(
      '/things/:id',
      { schema: { params: Type.Object({ id: Type.Integer() }) } },
      async (request) => request.params,
    )
    scope.get('/boom', async () => {
      throw new Error('the password of the database is hunter2')
    })
    scope.get('/away', async () => {
      throw fault('unavailable', 'Later.', { retryAfterSeconds: 2.2, details: { outcome: 'none' } })
    })
    scope.get('/ip', async (request) => ({ ip: request.ip }))
    scope.post('/doors/:token/open', async () => ({}))
    const recordedPath = (url: string) => (/^\/behind\/[^/]+\/open$/.test(url) ? '/behind/***/open' : undefined)
    scope.get('/behind/*', { config: { recordedPath } }, async () => ({}))
  })
})
afterEach(() => app.close())

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const json = { 'content-type': 'application/json' }

describe('queries', () => {
  it('convert text to the types of the schema, with its defaults', async () => {
    expect((await app.inject('/things?size=25')).json()).toEqual({ size: 25 })
    expect((await app.inject('/things')).json()).toEqual({ size: 10 })
  })

  it.each([
    ['size=11', 'size', 'must be one of: 10, 25'],
    ['size=0x19', 'size', 'must be one of: 10, 25'],
    ['size=%2025', 'size', 'must be one of: 10, 25'],
    ['colour=red', 'colour', 'is not known here; allowed: size, name'],
    ['name=a&name=b', 'name', 'must be given once'],
    ['name=a%00b', 'name', 'must be text without NUL and without halves of surrogate pairs'],
    ['__proto__=1', '__proto__', 'is not known here; allowed: size, name'],
  ])('with %s are refused, and the field is named', async (query, field, text) => {
    const answer = await app.inject(`/things?${query}`)
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors[field]).toContain(text)
  })

  it('with very many repeated or unfit names are refused in a short answer', async () => {
    const names = Array.from({ length: 200 }, (_, n) => `${n}${'x'.repeat(20)}`)
    const repeated = await app.inject(`/things?${names.map((name) => `${name}=1&${name}=2`).join('&')}`)
    const unfit = await app.inject({
      method: 'POST',
      url: '/optional',
      headers: form,
      payload: names
        .slice(0, 25)
        .map((name) => `${name}=%00`)
        .join('&'),
    })
    expect([repeated.statusCode, Object.keys(repeated.json().errors).length]).toEqual([422, 10])
    expect([unfit.statusCode, Object.keys(unfit.json().errors).length]).toEqual([422, 20])
  })

  it('are refused where none is declared', async () => {
    expect((await app.inject('/ip?verbose=1')).statusCode).toBe(422)
  })
})

describe('bodies', () => {
  it.each([
    ['a form', form, 'size=3&on=true'],
    ['JSON', json, '{"size":3,"on":true}'],
  ])('may be %s', async (_, headers, payload) => {
    const answer = await app.inject({ method: 'POST', url: '/things', headers, payload })
    expect(answer.json().body).toEqual({ size: 3, on: true })
  })

  it('may be left out where every field is optional', async () => {
    expect((await app.inject({ method: 'POST', url: '/optional' })).json()).toEqual({})
  })

  it.each([
    ['JSON whose number is text', json, '{"size":"3"}', 422],
    ['a form field given twice', form, 'size=3&size=4', 422],
    ['a form with a prototype', form, 'size=3&__proto__=x', 422],
    ['a missing field', json, '{}', 422],
    ['JSON with half of a surrogate pair', json, '{"size":3,"on":"\\ud800"}', 422],
    ['JSON that is not an object', json, '[1]', 422],
    ['JSON null', json, 'null', 422],
    ['JSON with a prototype', json, '{"size":3,"__proto__":{"on":true}}', 400],
    ['JSON with a constructor’s prototype', json, '{"size":3,"constructor":{"prototype":{}}}', 400],
    ['what is no JSON', json, '{', 400],
    ['an empty JSON body', json, '', 400],
    ['text', { 'content-type': 'text/plain' }, 'size=3', 415],
    ['XML', { 'content-type': 'application/xml' }, '<size/>', 415],
    ['a long body', json, `{"size":${'1'.repeat(2_000)}}`, 413],
  ])('that are %s are refused', async (_, headers, payload, status) => {
    const answer = await app.inject({ method: 'POST', url: '/things', headers, payload })
    expect(answer.statusCode).toBe(status)
    expect(answer.headers['content-type']).toBe('application/problem+json')
    expect(answer.json()).toMatchObject({ status, title: expect.any(String), code: expect.any(String) })
  })
})

describe('problems', () => {
  it('reveal nothing internal, but the log does', async () => {
    const answer = await app.inject('/boom')
    expect(answer.statusCode).toBe(500)
    expect(answer.body).not.toContain('hunter2')
    expect(answer.json().request_id).toBe(answer.headers['x-request-id'])
    expect(lines.join('')).toContain('hunter2')
  })

  it('carry Retry-After in whole seconds and their details', async () => {
    const answer = await app.inject('/away')
    expect(answer.statusCode).toBe(503)
    expect(answer.headers['retry-after']).toBe('3')
    expect(answer.json()).toMatchObject({ code: 'unavailable', message: 'Later.', outcome: 'none' })
  })

  it('distinguish an unknown path from a wrong method', async () => {
    expect((await app.inject('/nothing')).statusCode).toBe(404)
    const wrong = await app.inject({ method: 'DELETE', url: '/things/4' })
    expect(wrong.statusCode).toBe(405)
    expect(wrong.headers['allow']).toBe('GET, HEAD')
  })

  it.each(['/things/4%', '/%', `/things/${'1'.repeat(400)}`, '/things/four'])('answer the path %s', async (url) => {
    const answer = await app.inject(url)
    expect([400, 404]).toContain(answer.statusCode)
    expect(answer.headers['content-type']).toBe('application/problem+json')
  })

  it('refuse a client that takes no JSON', async () => {
    expect((await app.inject({ url: '/ip', headers: { accept: 'text/csv' } })).statusCode).toBe(406)
    expect((await app.inject({ url: '/ip', headers: { accept: 'text/html, */*;q=0.1' } })).statusCode).toBe(200)
  })
})

describe('a request', () => {
  const traceId = 'a'.repeat(32)
  const traceparent = `00-${traceId}-${'b'.repeat(16)}-01`

  it('keeps its id and trace, also after its body', async () => {
    const headers = { ...json, traceparent, 'x-request-id': 'mine-1' }
    const answer = await app.inject({ method: 'POST', url: '/things', headers, payload: '{"size":3}' })
    expect(answer.headers['x-request-id']).toBe('mine-1')
    expect(answer.json().trace).toBe(traceId)
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
      method: 'POST',
      route: '/things',
      status: 200,
      ms: expect.any(Number),
      request_id: 'mine-1',
      trace_id: traceId,
    })
  })

  it('gets another id if its own is unfit for a log', async () => {
    const answer = await app.inject({ url: '/ip', headers: { 'x-request-id': 'a b\u00e9' } })
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('is logged without its token, query or unknown path', async () => {
    await app.inject({ method: 'POST', url: '/doors/canary1/open?secret=canary2' })
    await app.inject('/doors/canary3/typo')
    expect(lines.join('')).toContain('/doors/***/open')
    expect(lines.join('')).not.toContain('canary')
  })

  it('is logged by what its wildcard route declares, and otherwise by that route', async () => {
    await app.inject('/behind/canary1/open')
    await app.inject('/behind/canary2/typo')
    expect(lines.map((line) => JSON.parse(line).route)).toEqual(['/behind/***/open', '/behind/*'])
    expect(lines.join('')).not.toContain('canary')
  })

  it.each([
    ['10.1.2.3', '9.9.9.9'],
    ['192.0.2.1', '192.0.2.1'],
  ])('from %s is believed to come from %s', async (remoteAddress, ip) => {
    const answer = await app.inject({ url: '/ip', remoteAddress, headers: { 'x-forwarded-for': '9.9.9.9' } })
    expect(answer.json()).toEqual({ ip })
  })
})
