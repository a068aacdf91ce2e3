import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { importPKCS8, SignJWT } from 'jose'
import { type SandboxEngine, startSandboxEngine } from './sandbox-engine.ts'

let engine: SandboxEngine
let now: number
beforeEach(async () => {
  now = Date.parse('2026-11-21T12:00:00Z')
  engine = await startSandboxEngine({ port: 0, now: () => now })
})
afterEach(async () => {
  await engine[Symbol.asyncDispose]()
})

const grant = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
type Claims = { iss?: string; scope?: string; aud?: string; iat?: number; exp?: number }

async function assertion(changes: Claims = {}, signWith = engine.credentials().google.private_key) {
  const iat = Math.floor(now / 1_000)
  const claims = {
    iss: engine.credentials().google.client_email,
    scope: 'https://www.googleapis.com/auth/indexing',
    aud: 'https://oauth2.googleapis.com/token',
    iat,
    exp: iat + 3_600,
    ...changes,
  }
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256' }).sign(await importPKCS8(signWith, 'RS256'))
}

const exchange = (form: Record<string, string>) =>
  fetch(`${engine.url}/token`, { method: 'POST', body: new URLSearchParams(form) })

async function token(): Promise<string> {
  const answer = await exchange({ grant_type: grant, assertion: await assertion() })
  return ((await answer.json()) as { access_token: string }).access_token
}

const publish = (bearer: string, body: unknown, type = 'application/json') =>
  fetch(`${engine.url}/v3/urlNotifications:publish`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': type },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
const sendScript = (script: object) =>
  fetch(`${engine.url}/script`, { method: 'POST', body: JSON.stringify({ engine: 'google', ...script }) })
const page = { url: 'https://www.example.com/jobs/1', type: 'URL_UPDATED' }
const errorOf = async (answer: Response) =>
  ((await answer.json()) as { error: { code: number; status: string; message: string } }).error

function writeParts(bodies: unknown[], change: (part: string, n: number) => string = (part) => part): string {
  const parts = bodies.map((body, n) =>
    change(
      `Content-Type: application/http\r\nContent-ID: <item-${n}>\r\n\r\nPOST /v3/urlNotifications:publish\r\nContent-Type: application/json\r\n\r\n${JSON.stringify(body)}`,
      n,
    ),
  )
  return `${parts.map((part) => `--b1\r\n${part}\r\n`).join('')}--b1--`
}
const batch = (bearer: string, body: string, type = 'multipart/mixed; boundary=b1') =>
  fetch(`${engine.url}/batch`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': type },
    body,
  })

describe('tokens', () => {
  it('are issued for an assertion that the account has signed', async () => {
    const answer = await exchange({ grant_type: grant, assertion: await assertion() })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({ access_token: expect.any(String), expires_in: 3_599, token_type: 'Bearer' })
  })

  it.each<[string, Claims]>([
    ['an unknown account', { iss: 'someone@else.iam.gserviceaccount.com' }],
    ['another scope', { scope: 'https://www.googleapis.com/auth/webmasters' }],
    ['another audience', { aud: 'https://indexing.googleapis.com/' }],
    ['more than an hour of life', { exp: Date.parse('2026-11-21T13:00:02Z') / 1_000 }],
    ['an end in the past', { iat: 1, exp: 3_000 }],
    ['a beginning in the future', { iat: Date.parse('2026-11-21T12:30:00Z') / 1_000 }],
  ])('are refused for %s', async (_what, changes) => {
    expect((await exchange({ grant_type: grant, assertion: await assertion(changes) })).status).toBe(400)
  })

  it('are refused for the signature of another key', async () => {
    const other = engine.credentials('another-project').google.private_key
    const answer = await exchange({ grant_type: grant, assertion: await assertion({}, other) })
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: 'invalid_grant' }])
  })

  it('are refused for another grant type and for a body that is not a form', async () => {
    expect((await exchange({ grant_type: 'password', assertion: await assertion() })).status).toBe(400)
    const body = JSON.stringify({ grant_type: grant, assertion: await assertion() })
    const headers = { 'content-type': 'application/json' }
    expect((await fetch(`${engine.url}/token`, { method: 'POST', headers, body })).status).toBe(400)
  })

  it('are valid for an hour, or until the engine expires them', async () => {
    const bearer = await token()
    expect((await publish(bearer, page)).status).toBe(200)
    await sendScript({ expire_tokens: true })
    expect(await errorOf(await publish(bearer, page))).toMatchObject({ code: 401, status: 'UNAUTHENTICATED' })
    const second = await token()
    now += 3_600_000
    expect((await publish(second, page)).status).toBe(401)
  })
})

describe('publishing one', () => {
  it('takes an update and a deletion, and returns the latest of each', async () => {
    const bearer = await token()
    expect(await (await publish(bearer, page)).json()).toMatchObject({
      urlNotificationMetadata: { url: page.url, latestUpdate: { url: page.url, type: 'URL_UPDATED' } },
    })
    expect((await publish(bearer, { ...page, type: 'URL_DELETED' })).status).toBe(200)
    expect(engine.received()).toMatchObject([
      { engine: 'google', url: page.url, type: 'URL_UPDATED' },
      { engine: 'google', url: page.url, type: 'URL_DELETED' },
    ])
    const metadata = (url: string) =>
      fetch(`${engine.url}/v3/urlNotifications/metadata?url=${encodeURIComponent(url)}`, {
        headers: { authorization: `Bearer ${bearer}` },
      })
    expect(await (await metadata(page.url)).json()).toMatchObject({ latestRemove: { type: 'URL_DELETED' } })
    expect((await metadata('https://www.example.com/unknown')).status).toBe(404)
  })

  it.each<[string, unknown, string]>([
    ['no JSON', '{', 'application/json'],
    ['another content type', page, 'text/plain'],
    ['no URL', { type: 'URL_UPDATED' }, 'application/json'],
    ['a URL that is none', { ...page, url: '/jobs/1' }, 'application/json'],
    ['no type', { url: page.url }, 'application/json'],
    ['a type in lower case', { ...page, type: 'url_updated' }, 'application/json'],
    ['a type that is none', { ...page, type: 'URL_REMOVED' }, 'application/json'],
    ['an unknown field', { ...page, priority: 1 }, 'application/json'],
  ])('refuses %s', async (_what, body, type) => {
    expect(await errorOf(await publish(await token(), body, type))).toMatchObject({ status: 'INVALID_ARGUMENT' })
    expect(engine.received()).toEqual([])
  })

  it('refuses an account that is not the owner, and a request without a token', async () => {
    await sendScript({ forbid: ['www.example.com'] })
    expect(await errorOf(await publish(await token(), page))).toMatchObject({ code: 403, status: 'PERMISSION_DENIED' })
    expect(await errorOf(await publish('nonsense', page))).toMatchObject({ code: 401 })
  })
})

describe('publishing a batch', () => {
  const statusesOf = async (answer: Response) =>
    [...(await answer.text()).matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status))

  it('answers each part separately, with its Content-ID', async () => {
    await sendScript({ refuse: ['https://www.example.com/bad'] })
    const bodies = [
      page,
      { ...page, url: 'https://www.example.com/bad' },
      { ...page, url: 'https://www.example.com/jobs/2' },
    ]
    const answer = await batch(await token(), writeParts(bodies))
    expect(answer.headers.get('content-type')).toMatch(/^multipart\/mixed; boundary=/)
    const text = await answer.text()
    expect([...text.matchAll(/Content-ID: (\S+)/g)].map(([, id]) => id)).toEqual([
      '<response-item-0>',
      '<response-item-1>',
      '<response-item-2>',
    ])
    expect([...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['200', '400', '200'])
    expect(engine.received().map(({ url }) => url)).toEqual([page.url, 'https://www.example.com/jobs/2'])
  })

  it('takes 100 parts and refuses 101 as a whole', async () => {
    const bearer = await token()
    const many = (count: number) =>
      writeParts(Array.from({ length: count }, (_, n) => ({ ...page, url: `https://www.example.com/${n}` })))
    expect((await batch(bearer, many(101))).status).toBe(400)
    expect(engine.received()).toEqual([])
    expect(await statusesOf(await batch(bearer, many(100)))).toEqual(Array(100).fill(200))
  })

  it.each<[string, (part: string, n: number) => string]>([
    ['a part of another type', (part) => part.replace('application/http', 'text/plain')],
    ['a part without Content-ID', (part) => part.replace(/Content-ID: .*\r\n/, '')],
    ['two parts of one Content-ID', (part) => part.replace(/item-\d/, 'item-7')],
    ['a part without a request line', (part) => part.replace('POST /v3/urlNotifications:publish\r\n', '')],
  ])('refuses %s', async (_what, change) => {
    expect((await batch(await token(), writeParts([page, page], change))).status).toBe(400)
    expect(engine.received()).toEqual([])
  })

  it('refuses another content type, no closing boundary and no parts', async () => {
    const bearer = await token()
    expect((await batch(bearer, writeParts([page]), 'application/json')).status).toBe(400)
    expect((await batch(bearer, writeParts([page]).replace('--b1--', ''))).status).toBe(400)
    expect((await batch(bearer, '--b1--')).status).toBe(400)
  })

  it('answers an unsupported part separately', async () => {
    const wrong = (part: string) => part.replace('/v3/urlNotifications:publish', '/v3/nothing')
    expect(await statusesOf(await batch(await token(), writeParts([page], wrong)))).toEqual([404])
  })
})

describe('the quota', () => {
  it('of a day ends at midnight Pacific, in winter and in summer, and counts each part', async () => {
    await sendScript({ quota: { day: 2 } })
    for (const [before, after] of [
      ['2026-11-22T07:59:00Z', '2026-11-22T08:00:01Z'],
      ['2026-07-02T06:59:00Z', '2026-07-02T07:00:01Z'],
    ] as const) {
      now = Date.parse(before)
      const body = writeParts([page, page, page])
      const text = await (await batch(await token(), body)).text()
      expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200', 'HTTP/1.1 429'])
      expect(text).toContain('Publish requests per day')
      now = Date.parse(after)
      expect((await publish(await token(), page)).status).toBe(200)
    }
  })

  it('of a minute is distinguished, and each Cloud project has its own', async () => {
    await sendScript({ quota: { minute: 1 } })
    const bearer = await token()
    expect((await publish(bearer, page)).status).toBe(200)
    expect(await errorOf(await publish(bearer, page))).toMatchObject({
      status: 'RESOURCE_EXHAUSTED',
      message: expect.stringContaining('per minute'),
    })
    const other = engine.credentials('other').google
    const signed = await assertion({ iss: other.client_email }, other.private_key)
    const { access_token } = (await (await exchange({ grant_type: grant, assertion: signed })).json()) as {
      access_token: string
    }
    expect((await publish(access_token, page)).status).toBe(200)
    now += 60_000
    expect((await publish(bearer, page)).status).toBe(200)
  })

  it('is 200 a day', async () => {
    const bearer = await token()
    const hundred = writeParts(Array.from({ length: 100 }, () => page))
    for (const _ of [1, 2]) expect(await (await batch(bearer, hundred)).text()).not.toContain('HTTP/1.1 429')
    expect((await publish(bearer, page)).status).toBe(429)
  })
})
