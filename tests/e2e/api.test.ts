import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { until } from '@pagebell/testing/until'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { type ApiCase, apiCases } from './api-cases.ts'
import { type ApiWorld, allScopes, openApiWorld } from './api-world.ts'
import { type JsonSchema, nameOf, type Operation, readOperations } from './openapi.ts'
import { startTestSystem, type TestSystem } from './test-system.ts'

// Tests every operation of the gateway, with each service as a separate process. Requests are derived from the OpenAPI
// document; api-cases.ts contains only the input for success.

let system: TestSystem
/** Answers nothing: every host is as slow as a host can be, and what waits for one still answers as declared. */
let nameServer: Socket
let world: ApiWorld
let operations: Map<string, Operation>

beforeAll(async () => {
  nameServer = createSocket('udp4').bind(0, '127.0.0.1')
  await once(nameServer, 'listening')
  system = await startTestSystem({ env: { DNS_SERVERS: `127.0.0.1:${nameServer.address().port}` } })
  world = await openApiWorld(system)
  operations = new Map((await readOperations(system.addresses.publicUrl)).map((one) => [nameOf(one), one]))
})

afterAll(async () => {
  await world?.[Symbol.asyncDispose]()
  await system?.destroy()
  nameServer?.close()
})

type Sent = { key?: string; query?: string; body?: unknown; raw?: string; headers?: Record<string, string> }
/** `body` is the text of an answer that is not JSON. */
type Answered = { status: number; headers: Headers; text: string; body: Problem }
type Problem = { status: number; code: string; errors?: Record<string, string[]>; request_id?: string }

async function send(method: string, path: string, sent: Sent = {}): Promise<Answered> {
  const { key = world.owner.key, query = '', body, headers } = sent
  const raw = sent.raw ?? (body === undefined ? undefined : JSON.stringify(body))
  const response = await fetch(`${system.addresses.publicUrl}${path}${query}`, {
    method,
    headers: {
      ...(key !== '' && { authorization: `Bearer ${key}` }),
      ...(raw !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(raw !== undefined && { body: raw }),
  })
  const text = await response.text()
  const isJson = /^application\/(problem\+)?json\b/.test(response.headers.get('content-type') ?? '')
  const answered = isJson && text !== '' ? JSON.parse(text) : text
  return { status: response.status, headers: response.headers, text, body: answered }
}

function operationOf(name: string): Operation {
  const operation = operations.get(name)
  if (operation === undefined) throw new Error(`api-cases.ts has ${name}, which the API does not.`)
  return operation
}

const paramsOf = async (given: ApiCase) => (await given.params?.(world)) ?? {}
const filled = (path: string, params: Record<string, string>) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')

/** UTC, with milliseconds. */
const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

const ajv = new Ajv2020({ strict: false, validateFormats: false })

/** Checks the response against the OpenAPI document. */
function expectDeclared({ responses }: Operation, { status, headers, body, text }: Answered): void {
  const type = String(headers.get('content-type')).split(';', 1)[0] ?? ''
  const schema = responses[status]?.content?.[type]?.schema
  if (schema === undefined) throw new Error(`Undeclared: ${status} ${type} ${text}`)
  const validate = ajv.compile(schema)
  if (!validate(body)) throw new Error(`${ajv.errorsText(validate.errors)}: ${text}`)
  for (const time of timesOf(body)) expect(time).toMatch(rfc3339)
}

/** The times of an answer. The rules of a source have names of its sender, such as `published_at`. */
function timesOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
    if (name === 'rules') return []
    return typeof member === 'string' && name.endsWith('_at') ? [member] : timesOf(member)
  })
}

const names = Object.keys(apiCases)

it('each operation of the API has a case', () => {
  expect([...operations.keys()].sort()).toEqual([...names].sort())
})

describe.each(names)('%s', (name) => {
  const given: ApiCase = apiCases[name] ?? {}
  const [method = '', template = ''] = name.split(' ')
  const withBody = given.body === undefined ? {} : { body: given.body }
  const target = template + (given.query ?? '')

  it('succeeds as declared', async () => {
    const params = await paramsOf(given)
    const answer = await send(method, filled(target, params), { body: unique(given.body, params) })
    expect(answer.status).toBe(given.status ?? 200)
    if (typeof answer.body === 'object') expect(answer.body.status).toBe(answer.status)
    expectDeclared(operationOf(name), answer)
    if (answer.status === 201) expect(answer.headers.get('location')).toContain(system.addresses.publicUrl)
    expect(answer.headers.get('x-request-id')).toBeTruthy()
  })

  it('refuses bad input, naming the field', async () => {
    const operation = operationOf(name)
    const path = filled(template, await paramsOf(given))
    for (const { query, body, raw, type, status, field } of badInput(operation, given)) {
      const headers = type === undefined ? {} : { 'content-type': type }
      const answer = await send(method, path, {
        ...(query !== undefined && { query }),
        ...(raw !== undefined ? { raw } : { body: body ?? given.body }),
        headers,
      })
      const isOfField = (name: string) => name === field || name.startsWith(`${field}.`)
      const isNamed = field === undefined ? undefined : Object.keys(answer.body.errors ?? {}).some(isOfField)
      const sent = JSON.stringify({ query, body, raw: raw?.slice(0, 40), type })
      expect({ sent, status: answer.status, isNamed }).toEqual({
        sent,
        status,
        isNamed: field === undefined ? undefined : true,
      })
      expectDeclared(operation, answer)
    }
  })

  it('requires a key, and returns only JSON', async () => {
    const path = filled(target, await paramsOf(given))
    const noKey = await send(method, path, { key: '', ...withBody })
    expect([noKey.status, noKey.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="Pagebell"'])
    expectDeclared(operationOf(name), noKey)
    const html = await send(method, path, { ...withBody, headers: { accept: 'text/html' } })
    expect(html.status).toBe(406)
    expectDeclared(operationOf(name), html)
  })

  it('requires only its scope', async () => {
    const operation = operationOf(name)
    const { scope } = operation
    if (scope !== undefined) {
      const path = filled(target, await paramsOf(given))
      const others = await world.keyWith(allScopes.filter((one) => one !== scope))
      const refused = await send(method, path, { key: others, ...withBody })
      expect([refused.status, refused.body.code]).toEqual([403, 'missing_scope'])
      expectDeclared(operation, refused)
    }
    const params = await paramsOf(given)
    const alone = await world.keyWith([scope ?? 'reports:read'])
    const answer = await send(method, filled(target, params), { key: alone, body: unique(given.body, params) })
    expect(answer.status).toBe(given.status ?? 200)
  })

  it("returns the same bytes for another account's object as for a missing one", async () => {
    const params = await paramsOf(given)
    const { key } = world.other
    for (const [field, value] of Object.entries(params)) {
      if (!isOfAccount(field)) continue
      const missing = { ...params, [field]: similar(value) }
      const ofOwner = await send(method, filled(target, params), { key, ...withBody })
      const ofMissing = await send(method, filled(target, missing), { key, ...withBody })
      expect(ofOwner.status).toBe(404)
      expect(shown(ofOwner, value)).toEqual(shown(ofMissing, missing[field] ?? ''))
    }
  })
})

/** Checks belong to no account. */
const isOfAccount = (field: string) => field !== 'check'

/** An id of the same form that does not exist. */
const similar = (value: string) => value.replace(/[0-9a-f]{12}/, () => crypto.randomUUID().slice(-12))

/** A response without the parts that always differ. */
function shown({ status, headers, text }: Answered, id: string): object {
  const request = JSON.parse(text).request_id as string
  const kept = [...headers].filter(([field]) => !['date', 'x-request-id', 'ratelimit', 'traceparent'].includes(field))
  return { status, text: text.replaceAll(request, '').replaceAll(id, ''), headers: kept }
}

/** The body with this project, or with a site that has no project. */
function unique(body: object | undefined, { project = '' }: Record<string, string>): object | undefined {
  if (body === undefined) return undefined
  const text = JSON.stringify(body).replaceAll('made-by-the-api-test', crypto.randomUUID())
  return JSON.parse(text.replaceAll('{project}', project))
}

type Bad = { query?: string; body?: object; raw?: string; type?: string; status: number; field?: string }

/** Invalid inputs by the declared schemas, one error each. */
function badInput({ query, body }: Operation, given: ApiCase): Bad[] {
  const bad: Bad[] = [{ query: '?colour=red', status: 422, field: 'colour' }]
  for (const { name, schema } of query) {
    for (const value of wrongValues(schema, 'query')) {
      bad.push({ query: `?${name}=${encodeURIComponent(String(value))}`, status: 422, field: name })
    }
  }
  if (body === undefined) return bad

  const right = { ...given.body }
  bad.push({ body: { ...right, colour: 'red' }, status: 422, field: 'colour' })
  bad.push({ raw: '{"', status: 400 }, { raw: '[1]', status: 422 }, { raw: '{"__proto__":{"a":1}}', status: 400 })
  bad.push({ raw: '<a/>', type: 'text/xml', status: 415 })
  bad.push({ raw: JSON.stringify({ filler: 'x'.repeat(1_100_000) }), status: 413 })
  for (const field of body.required ?? []) bad.push({ body: without(right, field), status: 422, field })
  for (const [field, schema] of Object.entries(body.properties ?? {})) {
    for (const value of wrongValues(schema, 'body'))
      bad.push({ body: { ...right, [field]: value }, status: 422, field })
  }
  return bad
}

function wrongValues(schema: JsonSchema, where: 'query' | 'body'): unknown[] {
  const wrong: unknown[] = []
  if (schema.enum !== undefined || schema.format !== undefined || schema.type === 'integer') wrong.push('nonsense')
  if (schema.type === 'boolean') wrong.push('maybe')
  if (schema.type === 'integer' && schema.enum === undefined) wrong.push((schema.minimum ?? 0) - 1, '1.5')
  if (schema.type === 'string' && schema.maxLength !== undefined) wrong.push('x'.repeat(schema.maxLength + 1))
  const takesTexts = schema.type === 'array' && schema.items?.type === 'string' && schema.items.enum === undefined
  if (where === 'body') wrong.push(null, takesTexts ? [{ a: 1 }] : ['x'], { a: 1 })
  return wrong
}

function without(body: object, field: string): object {
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== field))
}

describe('a path', () => {
  it('with an unsupported method is 405, with the supported ones', async () => {
    const methods = new Map<string, string[]>()
    for (const { path, method } of operations.values()) methods.set(path, [...(methods.get(path) ?? []), method])
    for (const [path, has] of methods) {
      const not = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].find((method) => !has.includes(method))
      if (not === undefined) continue
      const answer = await send(not, path.replace(/\{\w+\}/g, 'x.example'))
      const allowed = String(answer.headers.get('allow')).split(', ')
      expect([path, answer.status, allowed]).toEqual([path, 405, expect.arrayContaining(has)])
      expect(allowed).not.toContain(not)
    }
  })
})

type Result = {
  status: string
  weight: number
  points: number | null
  category: string
  gate: boolean
  cap: number | null
  ignored?: object
}
type Rated = {
  data: {
    id: string
    score: number
    result: string
    ruleset: string
    capped_by: string | null
    generated_at: string
    results: Record<string, Result>
  }
}

describe('a rating', () => {
  const read = async (id: string) => {
    const { body } = await system.api<Rated>('GET', `/reports/${id}`, { key: world.owner.key })
    return body.data
  }

  /** From the JSON alone, as docs/checks.md documents it. */
  function byHand({ results, capped_by }: Rated['data']): { score: number; result: string } {
    let [reached, possible] = [0, 0]
    for (const { points, weight } of Object.values(results)) {
      if (points === null) continue
      reached += points
      possible += weight
    }
    const uncapped = Math.round((100 * reached) / possible)
    const score = Math.min(uncapped, capped_by === null ? 100 : (results[capped_by]?.cap ?? 0))
    return { score, result: score >= 80 ? 'good' : score >= 49 ? 'decent' : 'bad' }
  }

  it('can be computed from the JSON, whose checks are in the documented order', async () => {
    const { id } = await world.comparedRun()
    const report = await read(id)
    expect(byHand(report)).toEqual({ score: report.score, result: report.result })
    expect(report.ruleset).toBeTruthy()

    const categories = ['seo', 'performance', 'security', 'content']
    const keys = Object.entries(report.results).map(([check, { category, weight }]) =>
      [categories.indexOf(category), String(999 - weight).padStart(3, '0'), check].join(' '),
    )
    expect(keys).toEqual(keys.toSorted())
    expect(keys.length).toBeGreaterThan(15)
  })

  it('without an ignored check can be computed too', async () => {
    const { id } = await world.comparedRun()
    const before = await read(id)
    const [lost] =
      Object.entries(before.results).find(([, { points, weight }]) => points !== null && points < weight) ?? []
    if (lost === undefined) throw new Error('The sample site is without a fault.')
    const payload = { key: world.owner.key, body: { reason: 'Meant so.' } }
    const project = new URL(system.addresses.sampleSiteUrl).hostname
    expect((await system.api('PUT', `/projects/${project}/ignored-checks/${lost}`, payload)).status).toBe(200)

    const again = { key: world.owner.key, body: { results: 1 }, headers: { prefer: 'wait=30' } }
    const after = await until(
      'a run leaves the check out',
      async () => {
        await system.api('PATCH', `/reports/${id}`, again)
        const report = await read(id)
        return report.results[lost]?.ignored !== undefined && report
      },
      60_000,
    )
    expect(after.results[lost]).toMatchObject({ points: null, ignored: { reason: 'Meant so.', expires_at: null } })
    expect(byHand(after)).toEqual({ score: after.score, result: after.result })
    expect(after.score).toBeGreaterThanOrEqual(before.score)
  }, 90_000)

  it('belongs to a report whose id is a UUIDv7 of its time, in UTC with milliseconds', async () => {
    const { id } = await world.comparedRun()
    const { generated_at } = await read(id)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(generated_at).toBe(new Date(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toISOString())
  })
})

describe('the webhook', () => {
  it('answers as the document declares, path by path', async () => {
    const hooks = new Map(
      (await readOperations(system.addresses.publicUrl, '/api/hooks/')).map((one) => [nameOf(one), one]),
    )
    const hook = (name: string): Operation => {
      const operation = hooks.get(name)
      if (operation === undefined) throw new Error(`The document has no ${name}.`)
      return operation
    }
    const submit = hook('POST /api/hooks/{token}/submit')
    const project = await world.newProject()
    const path = `/api/v1/projects/${project}/hook`
    const made = (await send('POST', path)) as unknown as { body: { data: { token: string } } }
    const { token } = made.body.data
    const submitTo = `/api/hooks/${token}/submit`
    const urls = [`https://${project}/`, 'https://elsewhere.example/', 'nonsense']
    const batch = (answer: Answered) => String((answer.body as unknown as { batch_id: string }).batch_id)

    const rows: [Operation, number, () => Promise<Answered>][] = [
      [submit, 200, () => send('POST', submitTo, { key: '', query: '?dry_run=1', body: { urls } })],
      [submit, 202, () => send('POST', submitTo, { key: '', body: { urls, channel: 'indexnow', action: 'delete' } })],
      [submit, 400, () => send('POST', submitTo, { key: '', raw: '{' })],
      [submit, 404, () => send('POST', '/api/hooks/pbh_nobody/submit', { key: '', body: { urls } })],
      [submit, 422, () => send('POST', submitTo, { key: '', body: { urls: ['nonsense'] } })],
      [submit, 422, () => send('POST', submitTo, { key: '', body: { urls, channel: 'yahoo' } })],
      [submit, 415, () => send('POST', submitTo, { key: '', raw: 'x', headers: { 'content-type': 'text/plain' } })],
      [hook('POST /api/hooks/submit'), 202, () => send('POST', '/api/hooks/submit', { key: token, body: { urls } })],
    ]
    for (const [operation, status, ask] of rows) {
      const answer = await ask()
      expect([nameOf(operation), answer.status]).toEqual([nameOf(operation), status])
      expectDeclared(operation, answer)
    }

    const read = hook('GET /api/hooks/{token}/batches/{batch_id}')
    const accepted = await send('POST', submitTo, { key: '', body: { urls: [`https://${project}/new`] } })
    const found = await send('GET', `/api/hooks/${token}/batches/${batch(accepted)}`, { key: '' })
    expect(found.status).toBe(200)
    expectDeclared(read, found)
    const unknown = await send('GET', `/api/hooks/${token}/batches/${crypto.randomUUID()}`, { key: '' })
    expect(unknown.status).toBe(404)
    expectDeclared(read, unknown)
  })
})
