import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { connectRpc } from '@pagebell/rpc/connect-rpc'
import { Accounts } from '@pagebell/rpc/contracts'
import { until } from '@pagebell/testing/until'
import { type CanarySystem, startCanarySystem } from './canary-system.ts'
import { type Canary, searchSinks } from './search-sinks.ts'

let watched: CanarySystem
const canaries: Canary[] = []
const canary = (name: string, value: string): string => {
  canaries.push({ name, value })
  return value
}
/** A secret that a person chose: no pattern recognises its form. */
const chosen = (name: string): string => canary(name, `plum ${crypto.randomUUID()} cake`)

beforeAll(async () => {
  watched = await startCanarySystem()
}, 300_000)

afterAll(async () => {
  await watched?.[Symbol.asyncDispose]()
})

const json = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})

describe('secrets on their way through every success and failure', () => {
  let key: string
  let token: string
  let password: string
  const email = 'canary@example.com'

  it('are made: an account with its password, an API key, a webhook token', async () => {
    const { system, call } = watched
    canary('internal token', system.env['INTERNAL_TOKEN'] ?? '')
    password = chosen('account password')
    const accountOptions = ['--email', email, '--plan', 'free', '--password', password]
    const made = await system.admin<{ api_key: string }>('account', 'create', ...accountOptions)
    key = canary('API key', made.api_key)
    const authorization = `Bearer ${key}`
    expect((await call('/api/v1/projects', json({ project: '127.0.0.1' }, { authorization }))).status).toBe(201)
    const hook = await call('/api/v1/projects/127.0.0.1/hook', { ...json({}, { authorization }), showsSecret: true })
    expect(hook.status).toBe(201)
    token = canary('webhook token', JSON.parse(hook.text).data.token)
  })

  it('a webhook token: taken, mistyped, misplaced, refused and rotated', async () => {
    const { call, outside, receiver } = watched
    const urls = [`${outside.url}/a`]
    const submit = `/api/hooks/${token}/submit`
    const answers = [
      await call(submit, json({ urls })),
      await call(submit, json({ urls })),
      await call('/api/hooks/submit', json({ urls: [`${outside.url}/b`] }, { authorization: `Bearer ${token}` })),
      await call(submit, json('{"urls":[')),
      await call(submit, json({ urls: [], token })),
      await call(submit, json({ urls: ['https://elsewhere.example/'] })),
      await call(submit, json({ urls: Array.from({ length: 101 }, (_, n) => `${outside.url}/many/${n}`) })),
      await call(submit, json({ urls: ['x'.repeat(4_300_000)] })),
      await call(submit, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'x' }),
      await call(submit),
      await call(`${submit}?dry_run=7`, json({ urls })),
      await call(`/api/hooks/${token}`, json({ urls })),
      await call(`/api/hooks/${token}/batches/${crypto.randomUUID()}`),
      await call(`/api/hooks//${token}/submit`, json({ urls })),
      await call(`/api/hooks/${token}x/submit`, json({ urls })),
      await call(`/api/hooks/${token}/submit/${token}`, json({ urls })),
      await call(`/${token}`),
      await call(`/api/v1/reports?token=${token}`),
      await call('/api/v1/reports', { headers: { authorization: `Bearer ${token}` } }),
      await call('/sign-in', { headers: { referer: `${watched.system.addresses.publicUrl}${submit}` } }),
    ]
    expect(answers.slice(0, 3).map(({ status }) => status)).toEqual([202, 202, 202])
    // What is too large is refused while it is still being sent, and the gateway may see the wire close before the answer.
    const tooLarge = { asymmetricMatch: (status: unknown) => status === 413 || status === 503 }
    expect(answers.slice(3, 10).map(({ status }) => status)).toEqual([400, 422, 422, 429, tooLarge, 415, 405])
    await until('the engine has been told', () => outside.requests.some((one) => one.startsWith('POST /indexnow')))
    await until('the spans of it are sent', () => receiver.spans.some((span) => span.name === 'notify indexnow'))
  })

  it('an engine that fails, refuses, and repeats its request', async () => {
    const { call, outside } = watched
    const refused = { errorCode: 'InvalidKey', message: `not today, ${'x'.repeat(5_000)}` }
    outside.answers.push({ status: 500, body: 'down' }, { status: 403, body: JSON.stringify(refused) })
    const before = outside.requests.length
    for (const path of ['c', 'd']) await call(`/api/hooks/${token}/submit`, json({ urls: [`${outside.url}/${path}`] }))
    await until('both were sent', () => outside.requests.length >= before + 1)
    await call('/api/v1/projects/127.0.0.1/deliveries', { headers: { authorization: `Bearer ${key}` } })
  })

  it('an API key: accepted, misspelt, misplaced and without its scope', async () => {
    const { call, system } = watched
    const narrow = await system.admin<{ api_key: string }>(
      'key',
      'create',
      '--email',
      email,
      '--scopes',
      'projects:read',
    )
    const narrowKey = canary('API key with one scope', narrow.api_key)
    const statuses = [
      await call('/api/v1/account', { headers: { authorization: `Bearer ${key}` } }),
      await call('/api/v1/reports', { headers: { authorization: `Bearer ${narrowKey}` } }),
      await call('/api/v1/account', { headers: { authorization: `Bearer ${key}x` } }),
      await call('/api/v1/account', { headers: { authorization: `Basic ${key}` } }),
      await call(`/api/v1/account?api_key=${key}`),
      await call(`/api/v1/reports?search=${key}`, { headers: { authorization: `Basic ${narrowKey}` } }),
      await call(`/api/v1/reports/${key}`, { headers: { authorization: `Bearer ${key}` } }),
      await call(`/api/v1/${key}`),
    ].map(({ status }) => status)
    expect(statuses).toEqual([200, 403, 401, 401, 401, 401, 404, 404])
  })

  it('a report’s password: kept, refused in every way, changed', async () => {
    const { call, outside } = watched
    const authorization = `Bearer ${key}`
    const secret = chosen('report password')
    const url = `${outside.url}/page`
    const made = await call(
      '/api/v1/reports',
      json({ url, privacy: 2, password: secret }, { authorization, prefer: 'wait=20' }),
    )
    expect([made.status, JSON.parse(made.text).data.status]).toEqual([201, 'done'])
    const { id } = JSON.parse(made.text).data
    const again = chosen('second report password')
    const answers = [
      await call(`/api/v1/reports/${id}`, {
        ...json({ privacy: 2, password: again }, { authorization }),
        method: 'PATCH',
      }),
      await call('/api/v1/reports', json({ url, privacy: 0, password: secret }, { authorization })),
      await call('/api/v1/reports', json({ url, privacy: 2, password: secret.repeat(9) }, { authorization })),
      await call('/api/v1/reports', json({ url, privacy: 2, password: [secret] }, { authorization })),
      await call('/api/v1/reports', json({ url, privacy: 2, pasword: secret }, { authorization })),
      await call('/api/v1/reports', json(`{"password": "${secret}", oops`, { authorization })),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 422, 422, 422, 422, 400])
    await call(`/r/${id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: watched.system.addresses.publicUrl },
      body: new URLSearchParams({ password: secret }),
    })
  })

  it('a session: wrong passwords, a stale form, signed in and out', async () => {
    const { call, system } = watched
    const origin = system.addresses.publicUrl
    const page = await call('/sign-in')
    const cookie = page.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const [, formToken = ''] = /name="form_token"[^>]*value="([^"]+)"/.exec(page.text) ?? []
    const signIn = (fields: Record<string, string>, showsSecret = false) =>
      call('/sign-in', {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', cookie, origin },
        body: new URLSearchParams({ form_token: formToken, ...fields }),
        showsSecret,
      })
    await signIn({ email, password: chosen('a password that is wrong') })
    await signIn({ email: 'nobody@example.com', password })
    await signIn({ email, password: password.repeat(30) })
    await signIn({ email, password, form_token: 'stale' })
    const done = await signIn({ email, password }, true)
    expect(done.status).toBe(303)
    const session = done.headers.getSetCookie().find((one) => one.includes('session=')) ?? ''
    const [, secret = ''] = /session=[^.]+\.([^;]+)/.exec(session) ?? []
    canary('session', secret)
    const signedIn = { headers: { cookie: session.split(';')[0] ?? '' } }
    expect((await call('/', signedIn)).status).toBe(200)
    await call('/reports/nothing', signedIn)
    await call('/sign-out', { ...signedIn, method: 'POST' })
  })

  it('a set-up link, and an internal secret that is wrong', async () => {
    const { system, call } = watched
    const { setup_token } = await system.admin<{ setup_token: string }>('setup-link')
    await call(`/setup?token=${canary('set-up token', setup_token)}`)
    const internalToken = chosen('an internal token that is wrong')
    await using accounts = connectRpc(Accounts, { address: system.env['PROJECT_RPC'] ?? '', internalToken })
    await expect(accounts.authenticate({ key_sha256: Buffer.alloc(32) })).rejects.toMatchObject({ kind: 'internal' })
  })

  it('keys of engines: kept, refused, shown, used and taken away', async () => {
    const { call, keyed, outside } = watched
    const headers = { authorization: `Bearer ${key}` }
    const channels = '/api/v1/projects/127.0.0.1/channels'
    const put = async (channel: string, settings: object) =>
      (await call(`${channels}/${channel}`, { ...json(settings, headers), method: 'PUT' })).status
    const api_key = canary('Bing key', `plum-${crypto.randomUUID()}-cake`)
    const encoding = { type: 'pkcs8', format: 'pem' } as const
    const pair = {
      modulusLength: 2_048,
      privateKeyEncoding: encoding,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    }
    const { privateKey: private_key } = generateKeyPairSync('rsa', pair as never) as unknown as { privateKey: string }
    const line = canary('Google private key', private_key.split('\n')[7] ?? '')
    const accessToken = chosen('access token of Google')
    const service_account = { client_email: 'canary@example.com', private_key, token_uri: `${keyed.url}/token` }
    expect([
      await put('bing', { api_key }),
      await put('bing', { api_key: `${api_key}!` }),
      await put('bing', { api_key: [api_key] }),
      await put('bing', { apikey: api_key }),
      await put('google', { service_account }),
      await put('google', { service_account: { ...service_account, private_key: `not a key ${line}` } }),
      await put('google', { service_account: JSON.stringify(service_account).slice(0, -1) }),
      await put('indexnow', { service_account }),
    ]).toEqual([200, 422, 422, 422, 200, 422, 422, 422])
    await call(channels, { headers })
    const answers = {
      token: JSON.stringify({ access_token: accessToken, expires_in: 3_600 }),
      no: '{"ErrorCode":3,"Message":"no"}',
    }
    const send = async (channel: string) => {
      const before = keyed.requests.length
      const sent = json({ urls: [`${outside.url}/${channel}`], channel, action: 'delete' })
      await call(`/api/hooks/${token}/submit`, sent)
      await until(`${channel} was asked`, () => keyed.requests.length > before)
    }
    keyed.answers.push({ status: 400, body: answers.no })
    await send('bing')
    keyed.answers.push({ status: 200, body: answers.token }, { status: 403, body: '{"error":{"code":403}}' })
    await send('google')
    await call('/api/v1/projects/127.0.0.1/deliveries', { headers })
    await call(`${channels}/bing`, { method: 'DELETE', headers })
  })

  it('the secret of an address of events: made, signed with, refused, rotated, while the receiver repeats and fails', async () => {
    const { call, outside } = watched
    const headers = { authorization: `Bearer ${key}` }
    const endpoint = '/api/v1/projects/127.0.0.1/endpoint'
    const put = (body: object) => ({ ...json(body, headers), method: 'PUT' })
    const made = await call(endpoint, { ...put({ url: `${outside.url}/events` }), showsSecret: true })
    expect(made.status).toBe(201)
    const secret = canary('secret of events', JSON.parse(made.text).data.secret)
    canary('secret of events without its prefix', secret.replace('whsec_', ''))
    const sent = () => outside.requests.filter((one) => one.startsWith('POST /events')).length
    for (const body of ['{"fine":true}', 'no'.repeat(5_000)]) {
      const before = sent()
      outside.answers.push({ status: body.startsWith('{') ? 200 : 500, body })
      expect((await call(`${endpoint}/test`, json({}, headers))).status).toBe(201)
      await until('the test has come', () => sent() > before)
    }
    const refused = [
      await call(endpoint, put({ url: `${outside.url}/events`, secret })),
      await call(endpoint, put({ url: 'http://10.0.0.1/' })),
      await call(`${endpoint}?secret=${secret}`, { headers }),
      await call(`${endpoint}/secret`, json({ grace: secret }, headers)),
    ]
    expect(refused.map(({ status }) => status)).toEqual([422, 422, 422, 422])
    const rotated = await call(`${endpoint}/secret`, { ...json({ grace: 60 }, headers), showsSecret: true })
    expect(rotated.status).toBe(201)
    canary('rotated secret of events', JSON.parse(rotated.text).data.secret)
    const before = sent()
    await call(`${endpoint}/test`, json({}, headers))
    await until('the test has come', () => sent() > before)
    for (const path of [endpoint, `${endpoint}/events`]) expect((await call(path, { headers })).status).toBe(200)
  })

  it('all of it again while Redis and then PostgreSQL are away', async () => {
    const { call, postgres, redis, outside } = watched
    const authorization = `Bearer ${key}`
    const url = `${outside.url}/outage`
    const all = async (path: string) => [
      (await call(`/api/hooks/${token}/submit`, json({ urls: [`${outside.url}/${path}`] }))).status,
      (await call('/api/v1/reports', json({ url, privacy: 2, password: canaries[0]?.value }, { authorization })))
        .status,
    ]
    redis.cut()
    expect((await all('without-redis'))[0]).toBe(202)
    redis.restore()
    postgres.cut()
    expect(await all('without-postgres')).toEqual([503, 503])
    postgres.restore()
    await until('PostgreSQL is back', async () => (await all('again'))[0] === 202)
  })

  it('a token that is rotated and then revoked', async () => {
    const { call, outside } = watched
    const authorization = `Bearer ${key}`
    const hook = '/api/v1/projects/127.0.0.1/hook'
    const rotated = await call(hook, { ...json({}, { authorization }), showsSecret: true })
    const fresh = canary('rotated webhook token', JSON.parse(rotated.text).data.token)
    for (const one of [token, fresh]) await call(`/api/hooks/${one}/submit`, json({ urls: [`${outside.url}/late`] }))
    await call(hook, { headers: { authorization } })
    await call(hook, { method: 'DELETE', headers: { authorization } })
    expect((await call(`/api/hooks/${fresh}/submit`, json({ urls: [`${outside.url}/later`] }))).status).toBe(404)
  })
})

describe('the search', () => {
  it('has something to read in every sink', async () => {
    for (const sink of watched.sinks) {
      if (sink.name !== 'dead letters') expect([sink.name, (await sink.read()).length]).not.toEqual([sink.name, 0])
    }
    expect(canaries.length).toBeGreaterThanOrEqual(11)
  })

  it('finds no secret anywhere', async () => {
    const { receiver, call } = watched
    const traceId = 'c'.repeat(32)
    const traceparent = `00-${traceId}-00f067aa0ba902b7-01`
    await until('the last request is answered', async () => (await call('/docs', { headers: { traceparent } })).ok)
    await until('what came before it has been sent', () => receiver.spans.some((span) => span.traceId === traceId))
    expect(await searchSinks(watched.sinks, canaries)).toEqual([])
  })

  it('finds a secret that is planted in a message, a database, a log record and a Referer', async () => {
    const { broker, databases, receiver, outside, system } = watched
    const [planted] = canaries.filter(({ name }) => name === 'webhook token')
    if (planted === undefined) throw new Error('There is no token to plant.')
    const { value } = planted
    await broker.publish('planted.v1', '{}', { 'x-from': `/api/hooks/${value}/submit` })
    await fetch(outside.url, { headers: { referer: `${system.addresses.publicUrl}/api/hooks/${value}/submit` } })
    await fetch(`${receiver.env['OTEL_EXPORTER_OTLP_ENDPOINT']}/v1/logs`, {
      method: 'POST',
      body: JSON.stringify({ resourceLogs: [], planted: Buffer.from(value).toString('base64') }),
    })
    await databases.plant(value)
    await until('the message has come', () => broker.messages.some((one) => one.includes(value)))
    const leaks = await searchSinks(watched.sinks, canaries)
    expect(new Set(leaks.map(({ canary: name, sink }) => `${name} in ${sink}`))).toEqual(
      new Set([
        'webhook token in messages',
        'webhook token in requests to engines and sites',
        'webhook token in spans, metrics and log records sent',
        'webhook token in database dump',
        'webhook token in outbox',
      ]),
    )
  })
})
