import { describe, expect, it } from '@jest/globals'
import { findFault } from '@pagebell/schema/find-fault'
import type { HttpResponse } from './channel.ts'
import { createChannelCache } from './channel-cache.ts'
import indexnow, { validateKeyFile } from './indexnow.channel.ts'

const endpoint = 'https://api.indexnow.org/indexnow'
const key = 'a1b2c3d4e5f64708a1b2c3d4e5f64708'
const page = { host: 'www.example.com', action: 'update' as const, urls: ['https://www.example.com/a'] }

async function send(
  batch = page,
  settings: { key: string; key_location?: string } = { key },
  answer: Partial<HttpResponse> = {},
) {
  const sent: { url: string; method: string; headers: Record<string, string>; body: unknown }[] = []
  const outcome = await indexnow.send(batch, settings, {
    endpoint,
    fetch: async (url, request) => {
      sent.push({ url, ...request, body: JSON.parse(request.body ?? '') })
      return { status: 200, header: () => undefined, text: '', ...answer }
    },
    fetchPage: () => Promise.reject(new Error('There is nothing to look at.')),
    cache: createChannelCache(),
    now: Date.now,
  })
  return { sent, outcome }
}

describe('what IndexNow is sent', () => {
  it('is one POST of JSON with host, key and the URLs of one host, http and https together', async () => {
    const urls = ['https://www.example.com/shop/a', 'http://www.example.com/b']
    expect((await send({ ...page, urls })).sent).toEqual([
      {
        url: endpoint,
        method: 'POST',
        headers: { 'content-type': 'application/json; charset=utf-8' },
        body: { host: 'www.example.com', key, keyLocation: `https://www.example.com/${key}.txt`, urlList: urls },
      },
    ])
  })

  it('tells of deleted pages in the same way', async () => {
    expect((await send({ ...page, action: 'delete' as never })).sent[0]?.body).toEqual({
      host: 'www.example.com',
      key,
      keyLocation: `https://www.example.com/${key}.txt`,
      urlList: page.urls,
    })
  })

  it('says where the key stands', async () => {
    const odd = { ...page, host: 'www.example.com:8443', urls: ['https://www.example.com:8443/a'] }
    expect((await send(odd)).sent[0]?.body).toMatchObject({ keyLocation: `https://www.example.com:8443/${key}.txt` })
    const key_location = 'https://www.example.com/key-file.txt'
    expect((await send(page, { key, key_location })).sent[0]?.body).toMatchObject({ keyLocation: key_location })
  })

  it('holds only what the key file’s folder speaks for, the rest is refused before anybody is asked', async () => {
    const key_location = 'https://www.example.com/shop/key.txt'
    const urls = ['https://www.example.com/shop/a', 'https://www.example.com/b', 'https://www.example.com/shopping']
    const { sent, outcome } = await send({ ...page, urls }, { key, key_location })
    expect(sent).toMatchObject([{ body: { urlList: ['https://www.example.com/shop/a'] } }])
    const refused = { kind: 'rejected', reason: 'outside_key_location', divisible: false }
    expect(outcome).toMatchObject([{ kind: 'delivered' }, refused, refused])
    expect((await send(page, { key, key_location })).sent).toEqual([])
  })
})

describe('which keys it takes', () => {
  it.each([
    ['abcdefg', false],
    ['abcdefgh', true],
    ['A'.repeat(128), true],
    ['A'.repeat(129), false],
    ['EdD8dkmdNLlxREi2LkhJjYOH2kyQbJqM3cBKT5fX', true],
    ['abcd.efgh', false],
    ['../../etc/passwd', false],
    ['abcdefgh\n', false],
  ])('%j: %s', (candidate, valid) => {
    expect(findFault(indexnow.settings, { key: candidate }) === undefined).toBe(valid)
  })
})

const errorBody = (errorCode: string) => JSON.stringify({ errorCode, message: 'Why.' })

describe('what its answers mean', () => {
  it.each<[number, string, object]>([
    [200, '', { kind: 'delivered' }],
    [202, '', { kind: 'delivered' }],
    [403, errorBody('SiteVerificationNotCompleted'), { kind: 'unverified', reason: 'key_unverified' }],
    [
      403,
      errorBody('UserForbiddedToAccessSite'),
      { kind: 'rejected', reason: 'UserForbiddedToAccessSite', divisible: false },
    ],
    [403, errorBody('KeyNotFound'), { kind: 'rejected', reason: 'KeyNotFound', divisible: false }],
    [403, errorBody('InvalidKey'), { kind: 'rejected', reason: 'InvalidKey', divisible: false }],
    [403, '<html>a firewall</html>', { kind: 'rejected', reason: 'http_403', divisible: false }],
    [400, errorBody('BadRequest'), { kind: 'rejected', divisible: true }],
    [422, errorBody('InvalidRequestParameters'), { kind: 'rejected', divisible: true }],
    [408, '', { kind: 'retry', reason: 'http_408' }],
    [413, '<html>a proxy</html>', { kind: 'rejected', reason: 'http_413', divisible: true }],
    [405, '', { kind: 'rejected', divisible: false }],
    [302, '', { kind: 'rejected', divisible: false }],
    [429, '', { kind: 'paused', reason: 'rate_limited' }],
    [500, '', { kind: 'retry', reason: 'http_500' }],
    [503, errorBody('Busy'), { kind: 'retry', reason: 'Busy' }],
  ])('%i %s', async (status, text, meaning) => {
    expect((await send(page, { key }, { status, text })).outcome).toMatchObject({
      ...meaning,
      response: { status, message: text },
    })
  })

  it.each([429, 503])('%i with Retry-After says when to come back', async (status) => {
    const header = (name: string) => (name === 'retry-after' ? '120' : undefined)
    expect((await send(page, { key }, { status, header })).outcome).toMatchObject({ afterSeconds: 120 })
  })
})

const fileKey = 'a1b2c3d4e5f64708'
const location = `https://www.example.com/${fileKey}.txt`
const file = { status: 200, contentType: 'text/plain', body: fileKey }

it.each<[string, Partial<typeof file>]>([
  ['the key', {}],
  ['the key, its charset named', { contentType: 'Text/Plain; charset=utf-8' }],
])('believes %s', (_what, change) => {
  expect(validateKeyFile(location, fileKey, { ...file, ...change })).toBeUndefined()
})

it.each<[string, Partial<typeof file>, RegExp]>([
  ['a missing file', { status: 404, body: '' }, /answers 404, not 200/],
  ['a redirect', { status: 301, body: '' }, /redirects \(301\)/],
  ['another type', { contentType: 'application/octet-stream' }, /application\/octet-stream, not text\/plain/],
  ['no type', { contentType: '' }, /of no type/],
  ['a page', { contentType: 'text/html', body: '<!doctype html><p>Home' }, /is an HTML page/],
  ['a page called text', { body: '<html><title>Home</title>' }, /is an HTML page/],
  ['white space around the key', { body: `${fileKey}\r\n` }, /white space/],
  ['a byte order mark', { body: `\ufeff${fileKey}` }, /byte order mark/],
  ['another key', { body: 'ffffffff' }, /does not hold exactly the key/],
  ['the key among others', { body: `${fileKey}\nffffffff` }, /does not hold exactly the key/],
  [
    'a wall that blocks',
    { status: 403, contentType: 'text/html', body: '<html><title>Attention Required! | Cloudflare' },
    /firewall or bot check \(status 403\)/,
  ],
  [
    'a wall that answers 200',
    { contentType: 'text/html', body: '<html><title>Just a moment...</title>' },
    /firewall or bot check/,
  ],
])('says what is wrong with %s', (_what, change, problem) => {
  expect(validateKeyFile(location, fileKey, { ...file, ...change })).toMatch(problem)
})
