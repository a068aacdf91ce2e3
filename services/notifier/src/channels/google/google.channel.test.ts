import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { findFault } from '@pagebell/schema/find-fault'
import { type ChannelWorld, startChannelWorld } from '../../../test/channel-world.ts'
import type { Batch, ChannelResult, ChannelTools } from '../channel.ts'
import { nextMidnight } from '../engine-response.ts'
import google from './google.channel.ts'
import { readGoogleResponse } from './google-response.ts'

let world: ChannelWorld
let tools: ChannelTools
beforeAll(async () => {
  world = await startChannelWorld()
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(async () => {
  await world.clear()
  tools = world.tools()
})

const pages = (count: number) => Array.from({ length: count }, (_, n) => `https://jobs.example.com/${n}`)
const batchOf = (urls: string[], action: Batch['action'] = 'update'): Batch => ({ host: 'x', action, urls })
const settings = (gate = false, project = 'sandbox') => ({
  service_account: world.engine.credentials(project).google,
  gate,
})
const send = async (urls: string[], more: Partial<{ action: Batch['action']; gate: boolean; project: string }> = {}) =>
  [await google.send(batchOf(urls, more.action), settings(more.gate, more.project), tools)].flat()
const kinds = (outcomes: ChannelResult[]) => outcomes.map(({ kind }) => kind)
const asked = async () => world.sent.map(({ url }) => new URL(url).pathname)
const jobPage = (type = 'JobPosting') =>
  `<!doctype html><title>A job</title><script type="application/ld+json">{"@context":"https://schema.org","@type":"${type}"}</script>`

describe('what Google is sent', () => {
  it.each([
    ['update', 'URL_UPDATED'],
    ['delete', 'URL_DELETED'],
  ] as const)('one URL with %s is a publish of %s', async (action, type) => {
    expect(await send(pages(1), { action })).toMatchObject([{ kind: 'delivered', response: { status: 200 } }])
    expect(await asked()).toEqual(['/token', '/v3/urlNotifications:publish'])
    expect(JSON.parse(world.sent[1]?.body ?? '')).toEqual({ url: 'https://jobs.example.com/0', type })
    expect(world.engine.received()).toMatchObject([{ engine: 'google', type, url: 'https://jobs.example.com/0' }])
  })

  it('a hundred URLs are one batch, all of whose answers are read', async () => {
    expect(kinds(await send(pages(100)))).toEqual(Array.from({ length: 100 }, () => 'delivered'))
    expect(await asked()).toEqual(['/token', '/batch'])
    expect(world.engine.received().map(({ url }) => url)).toEqual(pages(100))
  })

  it('takes no more than a hundred at once', () => {
    expect(google.maxUrls).toBe(100)
  })

  it('asks for one token for five sends at once, and for a new one when it is no good any more', async () => {
    await Promise.all(Array.from({ length: 5 }, () => send(pages(1))))
    expect((await asked()).filter((path) => path === '/token')).toHaveLength(1)
    await world.tell({ engine: 'google', expire_tokens: true })
    expect(kinds(await send(pages(2)))).toEqual(['delivered', 'delivered'])
    expect((await asked()).slice(-3)).toEqual(['/batch', '/token', '/batch'])
  })

  it('a token is not for who only knows the address of its account', async () => {
    await send(pages(1))
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
    const private_key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const thief = { service_account: { ...world.engine.credentials().google, private_key }, gate: false }
    expect(await google.send(batchOf(pages(1)), thief, tools)).toMatchObject([
      { kind: 'rejected', reason: 'google_token_invalid_grant', divisible: false },
    ])
  })

  it('tokens are asked of the operator’s engine alone, whatever the account’s file says', async () => {
    const service_account = { ...world.engine.credentials().google, token_uri: 'http://169.254.169.254/token' }
    expect(await google.send(batchOf(pages(1)), { service_account, gate: false }, tools)).toMatchObject([
      { kind: 'delivered' },
    ])
    expect(new Set(world.sent.map(({ url }) => new URL(url).origin))).toEqual(new Set([world.engine.url]))
    world.sent.length = 0
    const real = { ...tools, endpoint: 'https://indexing.googleapis.com', cache: world.tools().cache }
    const nowhere = async (url: string) => {
      world.sent.push({ url, method: 'POST', headers: {} })
      return { status: 503, header: () => undefined, text: '' }
    }
    await google.send(batchOf(pages(1)), { service_account, gate: false }, { ...real, fetch: nowhere })
    expect(world.sent.map(({ url }) => url)).toEqual(['https://oauth2.googleapis.com/token'])
  })
})

describe('what Google’s answers mean', () => {
  it.each([408, 429, 503])('a token endpoint that answers %i is asked again later', async (status) => {
    const fetch = async () => ({ status, header: () => undefined, text: '' })
    expect([await google.send(batchOf(pages(1)), settings(), { ...tools, fetch })].flat()).toMatchObject([
      { kind: 'retry', reason: `google_token_http_${status}` },
    ])
  })

  it('each part has its own fate', async () => {
    const urls = pages(6)
    await world.tell({ engine: 'google', refuse: [urls[1], urls[4]] })
    const outcomes = await send(urls)
    expect(kinds(outcomes)).toEqual(['delivered', 'rejected', 'delivered', 'delivered', 'rejected', 'delivered'])
    expect(outcomes[1]).toMatchObject({ reason: 'INVALID_ARGUMENT', divisible: false, response: { status: 400 } })
    expect(world.engine.received()).toHaveLength(4)
  })

  it('403 is final, in a batch and alone', async () => {
    await world.tell({ engine: 'google', forbid: ['jobs.example.com'] })
    const refused = { kind: 'rejected', reason: 'PERMISSION_DENIED', divisible: false, response: { status: 403 } }
    expect(await send(pages(1))).toMatchObject([refused])
    expect(await send(pages(2))).toMatchObject([refused, refused])
  })

  it('the day’s quota holds the rest until midnight in California, and Google is not asked again until then', async () => {
    await world.tell({ engine: 'google', quota: { day: 3 } })
    const outcomes = await send(pages(5))
    expect(kinds(outcomes)).toEqual(['delivered', 'delivered', 'delivered', 'held', 'held'])
    expect(outcomes[3]).toMatchObject({ reason: 'day_quota_used_up' })
    const until = outcomes[3]?.kind === 'held' ? outcomes[3].until : 0
    expect(until).toBeGreaterThan(Date.now())
    const before = world.sent.length
    expect(await send(pages(100))).toMatchObject([{ kind: 'held', until }])
    expect(world.sent).toHaveLength(before)
    // Another account's quota is another one.
    expect(kinds(await send(pages(1), { project: 'other' }))).toEqual(['delivered'])
  })

  it('the day’s quota that Google counts late is asked for again within the hour, not the next day', () => {
    const text = JSON.stringify({ error: { message: 'Quota exceeded: publish requests per day' } })
    const midnight = nextMidnight('America/Los_Angeles', Date.now())
    const waitAt = (now: number) => {
      const result = readGoogleResponse({ status: 429, text }, now, 'account')
      return result.kind === 'held' ? result.until - midnight : NaN
    }
    const [minute, hour] = [60_000, 3_600_000]
    expect(waitAt(midnight - hour)).toBeGreaterThan(minute)
    expect(waitAt(midnight - hour)).toBeLessThan(hour)
    expect(waitAt(midnight + minute)).toBeLessThan(hour)
  })

  it('the minute’s quota holds it for a minute', async () => {
    await world.tell({ engine: 'google', quota: { minute: 1 } })
    const [, second] = await send(pages(2))
    expect(second).toMatchObject({ kind: 'held', reason: 'minute_quota_used_up' })
    const wait = second?.kind === 'held' ? second.until - Date.now() : 0
    expect(wait).toBeGreaterThan(50_000)
    expect(wait).toBeLessThanOrEqual(60_000)
  })

  it('a batch that is too large may be sent in halves', async () => {
    await world.tell({ engine: 'google', next: [{ status: 413, body: '<html>a proxy</html>' }] })
    const tooLarge = { kind: 'rejected', reason: 'http_413', divisible: true }
    expect(await send(pages(2))).toMatchObject([tooLarge, tooLarge])
  })

  it.each([500, 503])('%i is tried again', async (status) => {
    await world.tell({ engine: 'google', next: [{ status }, { status }] })
    expect(await send(pages(1))).toMatchObject([{ kind: 'retry', response: { status } }])
    expect(await send(pages(2))).toMatchObject([{ kind: 'retry' }, { kind: 'retry' }])
  })

  it('a batch that is answered with a page, or half of the parts, is tried again where nothing was said', async () => {
    await world.tell({ engine: 'google', next: [{ status: 200, body: '<html>a proxy</html>' }] })
    expect(kinds(await send(pages(2)))).toEqual(['retry', 'retry'])
  })

  it('a key that is none is refused without a request', async () => {
    const service_account = { ...world.engine.credentials().google, private_key: 'no key' }
    expect(await google.send(batchOf(pages(1)), { service_account, gate: false }, tools)).toMatchObject([
      { kind: 'rejected', reason: 'service_account_key_unusable' },
    ])
    expect(world.sent).toEqual([])
  })
})

describe('the gate', () => {
  const at = (path: string) => `${world.siteUrl}${path}`

  it('lets pages with JobPosting or BroadcastEvent through, in any form, and no other', async () => {
    const bodies = {
      '/job': jobPage(),
      '/live': `<script type="application/ld+json">[{"@type":"VideoObject","publication":{"@type":["BroadcastEvent"]}}]</script>`,
      '/micro': '<div itemscope itemtype="https://schema.org/JobPosting"></div>',
      '/rdfa': '<div vocab="https://schema.org/" typeof="JobPosting"></div>',
      '/article': jobPage('Article'),
      '/words': '<p>JobPosting</p><!-- "@type":"JobPosting" --><script>"@type":"JobPosting"</script>',
      '/broken': '<script type="application/ld+json">{"@type":"JobPosting"</script>',
    }
    for (const [path, body] of Object.entries(bodies)) world.pages.set(path, { body })
    const outcomes = await send(Object.keys(bodies).map(at), { gate: true })
    const no = { kind: 'rejected', reason: 'no_job_posting_or_broadcast_event' }
    const yes = { kind: 'delivered' }
    expect(outcomes).toMatchObject([yes, yes, yes, yes, no, no, no])
    expect(world.engine.received()).toHaveLength(4)
  })

  it('retries when the page cannot be fetched, and rejects a page that does not exist', async () => {
    world.pages.set('/down', { status: 503 })
    world.pages.set('/moved', { status: 301, headers: { location: '/job' } })
    world.pages.set('/job', { body: jobPage() })
    expect(await send(['/down', '/gone', '/moved'].map(at), { gate: true })).toMatchObject([
      { kind: 'retry', reason: 'page_http_503', ofSite: true },
      { kind: 'rejected', reason: 'page_http_404' },
      { kind: 'delivered' },
    ])
  })

  it('does not look at a page that is gone, nor at any when it is off', async () => {
    expect(kinds(await send([at('/nothing')], { gate: true, action: 'delete' }))).toEqual(['delivered'])
    expect(kinds(await send([at('/nothing')], { gate: false }))).toEqual(['delivered'])
    expect(world.looks).toEqual([])
  })

  it('never reaches a private address', async () => {
    const { fetchPage } = world.tools()
    const private_ = { ...tools, fetchPage: (url: string) => fetchPage(url.replace('127.0.0.1', '10.0.0.1')) }
    expect(await google.send(batchOf([at('/job')]), settings(true), private_)).toMatchObject([
      { kind: 'retry', reason: 'page_blocked_address' },
    ])
  })
})

it('takes a service account with its gate, and nothing less', () => {
  const { service_account } = settings()
  expect(findFault(google.settings, { service_account: onlyKnown(service_account), gate: true }) === undefined).toBe(
    true,
  )
  expect(findFault(google.settings, { service_account: { client_email: 'a@b' }, gate: true }) === undefined).toBe(false)
  expect(findFault(google.settings, { gate: true }) === undefined).toBe(false)
})

const onlyKnown = ({ client_email, private_key }: { client_email: string; private_key: string }) => ({
  client_email,
  private_key,
})
