import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { findFault } from '@pagebell/schema/find-fault'
import { type ChannelWorld, startChannelWorld } from '../../test/channel-world.ts'
import bing from './bing.channel.ts'
import type { Batch, ChannelResult, ChannelTools } from './channel.ts'
import { nextMidnight, nextUtcMonth, quotaWait } from './engine-response.ts'

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

const pages = (count: number, origin = 'https://www.example.com') =>
  Array.from({ length: count }, (_, n) => `${origin}/${n}`)
const batchOf = (urls: string[]): Batch => ({ host: 'www.example.com', action: 'update', urls })
const send = async (urls: string[], api_key = world.engine.credentials().bing.api_key) =>
  [await bing.send(batchOf(urls), { api_key }, tools)].flat()
const kinds = (outcomes: ChannelResult[]) => outcomes.map(({ kind }) => kind)
const asked = () => world.sent.map(({ url }) => new URL(url).pathname.split('/').at(-1))
const bodyOf = (n: number) => JSON.parse(world.sent[n]?.body ?? '') as { siteUrl: string; urlList: string[] }

describe('what Bing is sent', () => {
  it('is asked for its quota first, then told the URLs of one site', async () => {
    expect(kinds(await send(pages(3)))).toEqual(['delivered', 'delivered', 'delivered'])
    expect(asked()).toEqual(['GetUrlSubmissionQuota', 'SubmitUrlBatch'])
    expect(bodyOf(1)).toEqual({ siteUrl: 'https://www.example.com', urlList: pages(3) })
    expect(world.engine.received().map(({ url }) => url)).toEqual(pages(3))
  })

  it('pages of http and https are those of two sites', async () => {
    const urls = [...pages(1), ...pages(1, 'http://www.example.com'), 'https://www.example.com/b']
    expect(kinds(await send(urls))).toEqual(['delivered', 'delivered', 'delivered'])
    expect([bodyOf(1), bodyOf(3)]).toEqual([
      { siteUrl: 'https://www.example.com', urlList: ['https://www.example.com/0', 'https://www.example.com/b'] },
      { siteUrl: 'http://www.example.com', urlList: ['http://www.example.com/0'] },
    ])
  })

  it('takes no more than 500 at once', () => {
    expect(bing.maxUrls).toBe(500)
  })
})

describe('the quota', () => {
  const site = 'https://www.example.com'
  const utcDay = (now: number) => nextMidnight('UTC', now)
  const [begin, hour] = [nextUtcMonth(Date.now()), 3_600_000]
  const at = (now: number) => {
    tools = world.tools({ now: () => now })
    return now
  }

  it('cuts the batch to fit the day, and holds the rest until midnight UTC', async () => {
    const now = at(begin + 12 * hour)
    await world.tell({ engine: 'bing', quota: { day: 2 } })
    const outcomes = await send(pages(5))
    expect(kinds(outcomes)).toEqual(['delivered', 'delivered', 'held', 'held', 'held'])
    expect(outcomes[4]).toMatchObject({ reason: 'day_quota_used_up', until: quotaWait(utcDay, now, site) })
    expect(bodyOf(1).urlList).toEqual(pages(2))
    world.sent.length = 0
    expect(kinds(await send(pages(5)))).toEqual(Array.from({ length: 5 }, () => 'held'))
    expect(asked()).toEqual(['GetUrlSubmissionQuota'])
  })

  it('holds until the next month when that of the month is used up', async () => {
    const now = at(begin + 12 * hour)
    await world.tell({ engine: 'bing', quota: { day: 5, month: 1 } })
    const [, second] = await send(pages(2))
    expect(second).toMatchObject({
      kind: 'held',
      reason: 'month_quota_used_up',
      until: quotaWait(nextUtcMonth, now, site),
    })
  })

  it.each([
    [{ day: 0 }, 'day_quota_used_up'],
    [{ month: 0 }, 'month_quota_used_up'],
  ])('that Bing counts late, %j, is asked for again within the hour, not in the next period', async (quota, reason) => {
    const now = at(begin + 1_000)
    await world.tell({ engine: 'bing', quota })
    const [held] = await send(pages(1))
    expect(held).toMatchObject({ kind: 'held', reason })
    expect(held?.kind === 'held' && held.until).toBeLessThan(now + hour)
  })

  it('that is used up between the question and the batch holds all of it', async () => {
    const message = 'Quota remaining for today: 0, Submitted: 2'
    await world.tell({ engine: 'bing', next: [{ status: 400, errorCode: '2', message }] })
    expect(kinds(await send(pages(2)))).toEqual(['held', 'held'])
  })

  it.each(['{}', '{"d":null}', '{"d":{"DailyQuota":"many","MonthlyQuota":1}}', '[]', 'null', '<html>', ''])(
    'that is no quota, %s, is asked again later, and nothing is sent',
    async (text) => {
      const fetch = async () => ({ status: 200, header: () => undefined, text })
      const outcomes = await bing.send(batchOf(pages(1)), { api_key: 'a-key-of-bing' }, { ...tools, fetch })
      expect(outcomes).toMatchObject([{ kind: 'retry', reason: 'strange_answer' }])
    },
  )
})

describe('what Bing’s answers mean', () => {
  it('a key that it does not know is final', async () => {
    expect(await send(pages(1), 'wrong-wrong-wrong')).toMatchObject([
      { kind: 'rejected', reason: 'bing_error_3', divisible: false, response: { status: 400 } },
    ])
  })

  it('a site that is not the sender’s is final', async () => {
    await world.tell({ engine: 'bing', forbid: ['www.example.com'] })
    expect(await send(pages(1))).toMatchObject([{ kind: 'rejected', reason: 'bing_error_14', divisible: false }])
  })

  it('one bad URL may have batchRejected the rest', async () => {
    await world.tell({ engine: 'bing', refuse: pages(1) })
    const batchRejected = { kind: 'rejected', reason: 'bing_error_7', divisible: true }
    expect(await send(pages(2))).toMatchObject([batchRejected, batchRejected])
  })

  it.each([
    ['TooManySites', '9'],
    ['NotFound', '11'],
    ['AlreadyExists', '12'],
    ['UnexpectedState', '15'],
  ])('%s, error %s, is final: Bing would answer the same for as long as the site is set up so', async (name, code) => {
    await world.tell({ engine: 'bing', next: [{ status: 400, errorCode: code, message: name }] })
    expect(await send(pages(2))).toMatchObject(
      pages(2).map(() => ({ kind: 'rejected', reason: `bing_error_${code}`, divisible: false })),
    )
  })

  it.each([
    [{ status: 500 }, { kind: 'retry' }],
    [
      { status: 408, body: '' },
      { kind: 'retry', reason: 'http_408' },
    ],
    [
      { status: 413, body: '<html>a proxy</html>' },
      { kind: 'rejected', reason: 'http_413', divisible: true },
    ],
    [
      { status: 429, retry_after: 90 },
      { kind: 'paused', afterSeconds: 90 },
    ],
    [
      { status: 400, errorCode: '4' },
      { kind: 'held', reason: 'bing_error_4' },
    ],
    [
      { status: 400, errorCode: '1' },
      { kind: 'retry', reason: 'bing_error_1' },
    ],
    [
      { status: 400, body: '<html>' },
      { kind: 'rejected', reason: 'http_400', divisible: true },
    ],
    [
      { status: 403, body: '' },
      { kind: 'rejected', reason: 'http_403', divisible: false },
    ],
  ])('%j: %j', async (answer, meaning) => {
    await world.tell({ engine: 'bing', next: [answer] })
    expect(await send(pages(1))).toMatchObject([meaning])
  })
})

it.each([
  ['b1465a6d0c2e4f38a7d95e02c8f4136b', true],
  ['short', false],
  ['with space and more', false],
  ['with&ampersand', false],
])('takes the key %j: %s', (api_key, valid) => {
  expect(findFault(bing.settings, { api_key }) === undefined).toBe(valid)
})
