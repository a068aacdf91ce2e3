import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { until } from '@pagebell/testing/until'
import { mintToken } from '@pagebell/tokens/token'
import { startBroker } from './start-broker.ts'
import { type Gateway, startGateway } from './start-gateway.ts'

let at: Gateway
let broker: Awaited<ReturnType<typeof startBroker>>
let report: string
let delivery: string
let source: string
beforeAll(async () => {
  broker = await startBroker()
  at = await startGateway(broker.config)
  report = at.reports.add(at.account.account_id, 'https://mine.example/').id
  at.projects.add(at.account.account_id, 'mine.example')
  delivery = at.deliveries.add(at.account.account_id, 'mine.example', 'https://mine.example/').id
  await at.ask({ method: 'POST', url: '/api/v1/projects/mine.example/hook' })
  source = at.sources.sourceId
})
afterAll(async () => {
  await at[Symbol.asyncDispose]()
  await broker[Symbol.asyncDispose]()
})

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Every operation, the scope it needs, and a body that it takes. */
const declared: [Method, string, string, object?][] = [
  ['GET', '/reports', 'reports:read'],
  ['POST', '/reports', 'reports:write', { url: 'https://mine.example/' }],
  ['GET', '/reports/{id}', 'reports:read'],
  ['PUT', '/reports/{id}', 'reports:write', { results: 1 }],
  ['PATCH', '/reports/{id}', 'reports:write', { results: 1 }],
  ['GET', '/reports/{id}/runs', 'reports:read'],
  ['GET', '/reports/{id}/runs/01999999-9999-7999-8999-999999999999/compare', 'reports:read'],
  ['DELETE', '/reports/{id}', 'reports:write'],
  ['GET', '/projects', 'projects:read'],
  ['POST', '/projects', 'projects:write', { project: 'new.example' }],
  ['GET', '/projects/mine.example', 'projects:read'],
  ['GET', '/projects/mine.example/ignored-checks', 'projects:read'],
  ['PUT', '/projects/mine.example/ignored-checks/title', 'projects:write', { reason: 'It is short.' }],
  ['DELETE', '/projects/mine.example/ignored-checks/title', 'projects:write'],
  ['GET', '/projects/mine.example/hook', 'projects:read'],
  ['PUT', '/projects/mine.example/channels', 'projects:write', { default: ['indexnow'] }],
  ['PUT', '/projects/mine.example/channels/bing', 'projects:write', { api_key: 'a-key-of-bing' }],
  ['PATCH', '/projects/mine.example/channels/bing', 'projects:write', { paused: true }],
  ['POST', '/projects/mine.example/channels/indexnow/check', 'projects:write', {}],
  [
    'POST',
    '/projects/mine.example/deliveries/requeue',
    'projects:write',
    { batch: '00000000-0000-4000-8000-000000000000' },
  ],
  ['POST', '/projects/mine.example/channels/google/known', 'projects:write', { url: 'https://mine.example/' }],
  ['GET', '/projects/mine.example/channels/google/known?url=x', 'projects:write'],
  ['DELETE', '/projects/mine.example/channels/bing', 'projects:write'],
  ['POST', '/projects/mine.example/hook', 'hooks:write', { grace: 0 }],
  ['PATCH', '/projects/mine.example/hook', 'hooks:write', { enabled: true }],
  ['GET', '/projects/mine.example/deliveries', 'projects:read'],
  ['GET', '/projects/mine.example/deliveries/{delivery}/attempts', 'projects:read'],
  [
    'POST',
    '/projects/mine.example/forced-batches',
    'hooks:write',
    { urls: ['https://mine.example/'], reason: 'Lost.' },
  ],
  ['GET', '/projects/mine.example/forced-batches', 'projects:read'],
  ['GET', '/projects/mine.example/requests', 'projects:read'],
  ['GET', '/projects/mine.example/sources', 'projects:read'],
  ['POST', '/projects/mine.example/sources', 'hooks:write', { kind: 'urls', name: 'Site' }],
  ['GET', '/projects/mine.example/sources/{source}', 'projects:read'],
  ['PATCH', '/projects/mine.example/sources/{source}', 'hooks:write', { enabled: true }],
  ['POST', '/projects/mine.example/sources/{source}/rotate', 'hooks:write', { grace: 0 }],
  ['POST', '/projects/mine.example/sources/{source}/try', 'projects:read', { body: '{}' }],
  ['DELETE', '/projects/mine.example/sources/{source}', 'hooks:write'],
  ['DELETE', '/projects/mine.example/hook', 'hooks:write'],
  ['DELETE', '/projects/mine.example', 'projects:write'],
]
// All of one length: jest takes a missing last argument for a callback to wait for.
const operations = declared.map(([method, path, scope, payload]) => [method, path, scope, payload] as const)
const allScopes = ['reports:read', 'reports:write', 'projects:read', 'projects:write', 'hooks:write']
const call = (method: Method, path: string, key: string, payload?: object) =>
  at.ask(
    {
      method,
      url: `/api/v1${path.replace('{id}', report).replace('{delivery}', delivery).replace('{source}', source)}`,
      ...(payload === undefined ? {} : { payload }),
    },
    key,
  )

describe('a key', () => {
  it('acts for its own account only, whatever else the request contains', async () => {
    const account_id = at.accounts.addAccount().account_id
    const { secret } = at.accounts.addKey(at.account, { scopes: allScopes })
    for (const [method, path, , payload] of declared) {
      const inQuery = await call(
        method,
        `${path}${path.includes('?') ? '&' : '?'}account_id=${account_id}`,
        secret,
        payload,
      )
      expect([path, inQuery.statusCode, inQuery.json().errors]).toEqual([
        path,
        422,
        { account_id: [expect.stringContaining('is not known here')] },
      ])
      if (payload === undefined) continue
      const inBody = await call(method, path, secret, { ...payload, account_id })
      expect([path, inBody.statusCode, inBody.json().errors]).toEqual([
        path,
        422,
        { account_id: [expect.stringContaining('is not known here')] },
      ])
    }
  })
})

describe('a scope', () => {
  it.each(operations)('is needed for %s %s: %s', async (method, path, scope, payload) => {
    const { secret } = at.accounts.addKey(at.account, { scopes: allScopes.filter((one) => one !== scope) })
    const answer = await call(method, path, secret, payload)
    expect(answer.statusCode).toBe(403)
    expect(answer.json()).toMatchObject({ code: 'missing_scope', message: `This key lacks the scope ${scope}.`, scope })
    expect(answer.headers['www-authenticate']).toContain(`error="insufficient_scope", scope="${scope}"`)
  })

  it.each(operations)('and no other: %s %s with %s alone', async (method, path, scope, payload) => {
    const { secret } = at.accounts.addKey(at.account, { scopes: [scope] })
    const answer = await call(method, path, secret, payload)
    expect([200, 201]).toContain(answer.statusCode)
  })
})

describe("another account's object", () => {
  const ofAnObject = operations.filter(([, path]) => /\{id\}|mine/.test(path))

  it.each(ofAnObject)('answers %s %s as one that does not exist', async (method, path, _scope, payload) => {
    report = at.reports.add(at.account.account_id, 'https://mine.example/').id
    if (!at.projects.projects.some(({ project }) => project === 'mine.example'))
      at.projects.add(at.account.account_id, 'mine.example')
    const { secret } = at.accounts.addKey(at.accounts.addAccount())
    const others = await call(method, path, secret, payload)
    const unknown = await call(method, path.replace('{id}', 'x').replace('mine', 'nobodys'), secret, payload)
    expect(others.statusCode).toBe(404)
    const shown = ({ request_id: _, ...problem }: { request_id: string }) => problem
    expect(shown(others.json())).toEqual(shown(unknown.json()))
  })
})

describe('a key', () => {
  it.each([
    ['none', {}],
    ['another scheme', { authorization: 'Basic cGI6cGI=' }],
    ['junk', { authorization: 'Bearer pbk_junk' }],
    ['a hook token', { authorization: `Bearer ${mintToken('pbh_')}` }],
  ])('that is %s is refused before anybody is asked', async (_, headers) => {
    const before = at.accounts.state.lookUps
    const answer = await at.app.inject({ url: '/api/v1/account', headers })
    expect(answer.statusCode).toBe(401)
    expect(answer.headers['www-authenticate']).toMatch(/^Bearer realm="Pagebell"/)
    expect(at.accounts.state.lookUps).toBe(before)
  })

  it('that is unknown is refused', async () => {
    const answer = await at.ask('/api/v1/account', mintToken('pbk_'))
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'unauthenticated'])
    expect(answer.headers['www-authenticate']).toContain('error="invalid_token"')
  })

  it('is looked up once for many requests at once', async () => {
    const { secret } = at.accounts.addKey(at.account)
    const before = at.accounts.state.lookUps
    await Promise.all(Array.from({ length: 20 }, () => at.ask('/api/v1/projects', secret)))
    expect(at.accounts.state.lookUps).toBe(before + 1)
  })

  it('that has been revoked is refused from its message on', async () => {
    const { secret, key } = at.accounts.addKey(at.account)
    expect((await at.ask('/api/v1/projects', secret)).statusCode).toBe(200)
    key.revoked = true
    await broker.publishRevoked(key)
    const refused = async () => (await at.ask('/api/v1/projects', secret)).statusCode === 401
    await until('the key is refused', refused, 5_000)
  })

  it('is refused once it has expired', async () => {
    const { secret } = at.accounts.addKey(at.account, { expires_at: new Date(Date.now() - 1).toISOString() })
    expect((await at.ask('/api/v1/projects', secret)).statusCode).toBe(401)
  })

  it('never reaches the log', async () => {
    const { secret } = at.accounts.addKey(at.account)
    await at.ask(`/api/v1/projects?search=${secret}`, secret)
    await at.ask({ method: 'POST', url: '/api/v1/reports', payload: { url: secret } }, secret)
    expect(at.lines.join('')).not.toContain(secret.slice(4))
  })
})
