import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import type { KeyFile } from './fetch-key-file.ts'
import { type SandboxEngine, startSandboxEngine } from './sandbox-engine.ts'

const key = 'a1b2c3d4e5f64708a1b2c3d4e5f64708'
const good = { host: 'www.example.com', key, urlList: ['https://www.example.com/a', 'http://www.example.com/b'] }

let engine: SandboxEngine
let files: Map<string, KeyFile>

beforeEach(async () => {
  files = new Map([
    [`https://www.example.com/${key}.txt`, { status: 200, contentType: 'text/plain; charset=utf-8', body: key }],
  ])
  engine = await startSandboxEngine({
    port: 0,
    fetchKeyFiles: async (url) => {
      const file = files.get(url)
      if (file === undefined) throw new Error('ENOTFOUND')
      return file
    },
  })
})
afterEach(async () => {
  await engine[Symbol.asyncDispose]()
})

const send = (body: unknown, headers: Record<string, string> = { 'content-type': 'application/json; charset=utf-8' }) =>
  fetch(`${engine.url}/indexnow`, {
    method: 'POST',
    headers,
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
const sendScript = (script: unknown) =>
  fetch(`${engine.url}/script`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(script),
  })
const errorCode = async (answer: Response) => ((await answer.json()) as { errorCode: string }).errorCode

describe('IndexNow at the sandbox engine', () => {
  it('takes a set of URLs of one host whose key file holds the key, and records them', async () => {
    expect((await send(good)).status).toBe(200)
    expect(engine.received()).toMatchObject([
      { url: 'https://www.example.com/a', host: 'www.example.com', key, batch: 1 },
      { url: 'http://www.example.com/b', batch: 1 },
    ])
  })

  it('takes one URL by GET', async () => {
    const query = new URLSearchParams({ url: 'https://www.example.com/a', key })
    expect((await fetch(`${engine.url}/indexnow?${query.toString()}`)).status).toBe(200)
    expect(engine.received().map(({ url }) => url)).toEqual(['https://www.example.com/a'])
  })

  it.each([
    ['a body that is not JSON', '{', 400],
    ['a body without urlList', { host: good.host, key }, 400],
    ['an empty urlList', { ...good, urlList: [] }, 400],
    ['a body without a host', { key, urlList: good.urlList }, 400],
    ['a key of 7 characters', { ...good, key: 'abcdefg' }, 422],
    ['a key of 129 characters', { ...good, key: 'A'.repeat(129) }, 422],
    ['a key with a dot', { ...good, key: 'abcd.efgh' }, 422],
    ['a URL of another host', { ...good, urlList: [...good.urlList, 'https://example.com/c'] }, 422],
    ['something that is no URL', { ...good, urlList: ['nonsense'] }, 422],
    ['a host with a scheme', { ...good, host: 'https://www.example.com' }, 422],
    ['a keyLocation on another host', { ...good, keyLocation: `https://example.com/${key}.txt` }, 422],
    [
      'URLs outside the directory of keyLocation',
      { ...good, keyLocation: `https://www.example.com/shop/${key}.txt` },
      422,
    ],
    [
      '10,001 URLs',
      { ...good, urlList: Array.from({ length: 10_001 }, (_, n) => `https://www.example.com/${n}`) },
      422,
    ],
  ])('refuses %s', async (_what, body, status) => {
    const answer = await send(body)
    expect(answer.status).toBe(status)
    expect(await answer.json()).toEqual({ errorCode: expect.any(String), message: expect.any(String) })
    expect(engine.received()).toEqual([])
  })

  it('takes 10,000 URLs', async () => {
    const urlList = Array.from({ length: 10_000 }, (_, n) => `https://www.example.com/${n}`)
    expect((await send({ ...good, urlList })).status).toBe(200)
    expect(engine.received()).toHaveLength(10_000)
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=latin1'])(
    'refuses the content type %s',
    async (type) => {
      expect((await send(good, { 'content-type': type })).status).toBe(415)
    },
  )

  it('refuses other methods', async () => {
    const answer = await fetch(`${engine.url}/indexnow`, { method: 'PUT', body: '{}' })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, POST'])
  })

  it.each<[string, KeyFile | undefined, string]>([
    ['cannot be reached', undefined, 'SiteVerificationNotCompleted'],
    ['is not found', { status: 404, contentType: 'text/plain', body: '' }, 'KeyNotFound'],
    ['redirects', { status: 301, contentType: 'text/plain', body: key }, 'KeyNotFound'],
    ['is a page of a firewall', { status: 200, contentType: 'text/html', body: key }, 'InvalidKey'],
    ['holds another key', { status: 200, contentType: 'text/plain', body: 'another-key' }, 'InvalidKey'],
    ['ends with a line feed', { status: 200, contentType: 'text/plain', body: `${key}\n` }, 'InvalidKey'],
  ])('forbids a host whose key file %s', async (_what, file, code) => {
    files.clear()
    if (file) files.set(`https://www.example.com/${key}.txt`, file)
    const answer = await send(good)
    expect([answer.status, await errorCode(answer)]).toEqual([403, code])
    expect(engine.received()).toEqual([])
  })

  it('looks for the key file where keyLocation says', async () => {
    const keyLocation = `https://www.example.com/shop/${key}.txt`
    files.set(keyLocation, { status: 200, contentType: 'text/plain', body: key })
    files.delete(`https://www.example.com/${key}.txt`)
    expect((await send({ ...good, keyLocation, urlList: ['https://www.example.com/shop/a'] })).status).toBe(200)
  })
})

describe('a scripted sandbox engine', () => {
  it('returns the scripted responses in order, those for a host only to it', async () => {
    await sendScript({ next: [{ status: 429, retry_after: 7 }, { status: 202 }] })
    await sendScript({ host: 'other.example', next: [{ status: 500 }] })
    const first = await send(good)
    expect([first.status, first.headers.get('retry-after'), await errorCode(first)]).toEqual([429, '7', 'Status429'])
    expect((await send(good)).status).toBe(202)
    expect((await send(good)).status).toBe(200)
    expect((await send({ ...good, host: 'other.example' })).status).toBe(500)
  })

  it('reports a host as not verified while it is pending', async () => {
    await sendScript({ pending: ['www.example.com'] })
    expect(await errorCode(await send(good))).toBe('SiteVerificationNotCompleted')
    await sendScript({ pending: [] })
    expect((await send(good)).status).toBe(200)
  })

  it('refuses a whole batch for one refused URL', async () => {
    await sendScript({ refuse: ['http://www.example.com/b'] })
    expect((await send(good)).status).toBe(422)
    expect((await send({ ...good, urlList: ['https://www.example.com/a'] })).status).toBe(200)
  })

  it('takes a batch without a response for drop, and never responds for hang', async () => {
    await sendScript({ next: [{ drop: true }, { hang: true }] })
    await expect(send(good)).rejects.toThrow()
    expect(engine.received()).toHaveLength(2)
    const hung = fetch(`${engine.url}/indexnow`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(good),
      signal: AbortSignal.timeout(100),
    })
    await expect(hung).rejects.toThrow(/abort|timeout/i)
  })

  it('refuses a script it does not understand', async () => {
    expect((await sendScript({ nxt: [] })).status).toBe(422)
  })

  it('lists its record by host and URL, and clears it on DELETE', async () => {
    await send(good)
    const ask = async (query: string) => (await fetch(`${engine.url}/received${query}`)).json()
    expect(await ask('?url=https://www.example.com/a')).toMatchObject({
      total: 1,
      requests: [{ urls: 2, status: 200 }],
    })
    expect(await ask('?host=other.example')).toEqual({ received: [], total: 0, requests: [] })
    await fetch(`${engine.url}/received`, { method: 'DELETE' })
    expect(await ask('')).toEqual({ received: [], total: 0, requests: [] })
  })
})
