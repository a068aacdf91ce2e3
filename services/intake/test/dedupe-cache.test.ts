import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { connectRedis } from '@pagebell/redis/redis'
import { createLog } from '@pagebell/runtime/log'
import { connectTestRedis, testRedis } from '@pagebell/testing/test-redis'
import { until } from '@pagebell/testing/until'
import type { SubmissionCommit } from '../src/submissions/commit.ts'
import { createDedupeCache, type DedupeRedis } from '../src/submissions/dedupe-cache.ts'
import { judgeUrls } from '../src/submissions/judge-urls.ts'
import { newCommit } from './new-commit.ts'

const log = createLog('dedupe cache test', 'silent')
const testCache = testRedis()
let redis: ReturnType<typeof connectRedis>
let ended: ReturnType<typeof connectRedis>

beforeAll(async () => {
  redis = connectTestRedis({ ...testCache, log })
  await redis.ping()
  ended = connectRedis({ ...testCache, log })
  await ended[Symbol.asyncDispose]()
})
afterAll(async () => {
  await redis[Symbol.asyncDispose]()
  await testCache.cleanUp()
})

/**
 * A dedupe cache on Redis, with the scripts that it has run, the entries that it has set, and whether Redis is there.
 */
function cached({ windowMs = 600_000, requestsPerMinute = 600, isCluster = false } = {}) {
  const state = { away: false, looks: 0, sets: 0, remembered: [] as { key: string; urls: number }[] }
  const counted: DedupeRedis = {
    isCluster,
    eval: (script, count, ...given) => {
      if (script.includes('hset')) {
        state.sets += 1
        const keys = given.slice(0, count) as string[]
        const hashes = given.slice(-count) as Buffer[]
        state.remembered.push(...keys.map((key, place) => ({ key, urls: (hashes[place] as Buffer).length / 16 })))
      } else state.looks += 1
      return (state.away ? ended : redis).eval(script, count, ...given)
    },
  }
  return { state, cache: createDedupeCache(counted, { windowMs, requestsPerMinute, log }) }
}

const commitOf = (accountId: string, urls: string[], key?: string): SubmissionCommit =>
  newCommit({
    tokenHash: Buffer.from(`token of ${accountId}`),
    accountId,
    projectId: 'p',
    key,
    urls: judgeUrls(urls, 'example.com', ['indexnow']).siteUrls,
  })

const a = 'https://example.com/a'
const b = 'https://example.com/b'
const firstHash = ({ urls: [first] }: SubmissionCommit): Buffer => first?.hash ?? Buffer.alloc(0)
const entryOf = (key = '', commit: SubmissionCommit): Promise<string | null> => redis.hget(key, firstHash(commit))
const newAccount = () => crypto.randomUUID()

describe('the dedupe cache', () => {
  it('finds a URL only once it is remembered, with the moment of its charge', async () => {
    const { cache } = cached()
    const commit = commitOf(newAccount(), [a, b])
    expect(await cache.lookup([commit])).toEqual([{ rateLimited: false, chargedAt: [undefined, undefined] }])
    cache.remember([{ commit, fresh: [1], chargedAt: 1234 }], performance.now())
    expect(await cache.lookup([commit])).toEqual([{ rateLimited: false, chargedAt: [undefined, 1234] }])
  })

  it('keeps an entry no longer than the window that began with the charge', async () => {
    const { cache, state } = cached()
    const commit = commitOf(newAccount(), [a])
    const before = Date.now()
    cache.remember([{ commit, fresh: [0], chargedAt: 7 }], performance.now() - 590_000)
    const after = Date.now()
    const [charged, till] = ((await entryOf(state.remembered[0]?.key, commit)) ?? '').split(' ').map(Number)
    expect(charged).toBe(7)
    expect(till).toBeGreaterThan(before + 9_900)
    expect(till).toBeLessThanOrEqual(after + 10_000)
    expect(await cache.lookup([commit])).toMatchObject([{ chargedAt: [7] }])

    await redis.hset(state.remembered[0]?.key ?? '', firstHash(commit), `7 ${Date.now() - 1}`)
    expect(await cache.lookup([commit])).toMatchObject([{ chargedAt: [undefined] }])
    cache.remember([{ commit, fresh: [0], chargedAt: 8 }], performance.now() - 600_000)
    expect(state.remembered).toHaveLength(1)
  })

  it('finds entries of the last window of the clock, and of two charges the later', async () => {
    const { cache, state } = cached({ windowMs: 86_400_000 })
    const commit = commitOf(newAccount(), [a])
    cache.remember([{ commit, fresh: [0], chargedAt: 7 }], performance.now())
    const key = state.remembered[0]?.key ?? ''
    await redis.rename(
      key,
      key.replace(/\d+$/, (window) => `${Number(window) - 1}`),
    )
    expect(await cache.lookup([commit])).toMatchObject([{ chargedAt: [7] }])
    cache.remember([{ commit, fresh: [0], chargedAt: 8 }], performance.now())
    expect(await cache.lookup([commit])).toMatchObject([{ chargedAt: [8] }])
  })

  it('leaves nothing in Redis for longer than two windows', async () => {
    const { cache, state } = cached()
    cache.remember([{ commit: commitOf(newAccount(), [a]), fresh: [0], chargedAt: 7 }], performance.now())
    const [{ key } = { key: '' }] = state.remembered
    const lifetime = await until('it is remembered', async () => {
      const left = await redis.pttl(key)
      return left > 0 && left
    })
    expect(lifetime).toBeLessThanOrEqual(1_200_000)
  })

  it.each([
    { isCluster: false, scripts: 1 },
    { isCluster: true, scripts: 2 },
  ])('finds and remembers a whole group with $scripts scripts if Redis is a cluster: $isCluster', async (given) => {
    const { state, cache } = cached(given)
    const [one, other] = [newAccount(), newAccount()]
    const charged = [a, b].map((url) => ({ commit: commitOf(one, [url]), fresh: [0], chargedAt: 7 }))
    cache.remember([...charged, { commit: commitOf(other, [a]), fresh: [0], chargedAt: 7 }], performance.now())
    expect(state.remembered.map(({ urls }) => urls)).toEqual([2, 1])
    const looks = await cache.lookup([commitOf(one, [b]), commitOf(other, [b, a]), commitOf(one, [b, a])])
    expect(looks.map(({ chargedAt }) => chargedAt)).toEqual([[7], [undefined, 7], [7, 7]])
    expect(state).toMatchObject({ sets: given.scripts, looks: given.scripts })
  })

  it('remembers and finds a large batch in portions, so that Redis has time for others', async () => {
    const { state, cache } = cached()
    const urls = Array.from({ length: 2_500 }, (_, n) => `${a}/${n}`)
    const commit = commitOf(newAccount(), urls)
    const fresh = [...urls.keys()].filter((position) => position !== 1_700)
    cache.remember([{ commit, fresh, chargedAt: 7 }], performance.now())
    expect(state.remembered.map((one) => one.urls)).toEqual([1_000, 1_000, 499])
    const [lookup] = await cache.lookup([commit])
    expect(lookup?.chargedAt).toEqual(urls.map((_, position) => (position === 1_700 ? undefined : 7)))
  })

  it('tells accounts apart, and keeps each one’s keys in its testCache slot of a cluster', async () => {
    const { cache } = cached()
    const [one, other] = [newAccount(), newAccount()]
    cache.remember([{ commit: commitOf(one, [a]), fresh: [0], chargedAt: 7 }], performance.now())
    const looks = await cache.lookup([commitOf(one, [a]), commitOf(other, [a]), commitOf(one, [b])])
    expect(looks.map(({ chargedAt }) => chargedAt)).toEqual([[7], [undefined], [undefined]])
    const keys = await redis.keys(`${testCache.prefix}*${one}*`)
    expect(keys.map((key) => /\{(.*?)\}/.exec(key)?.[1])).toEqual([one, one])
  })

  it('leaves requests with an Idempotency-Key to the database, whose answer is the same each time', async () => {
    const { cache } = cached()
    const account = newAccount()
    cache.remember([{ commit: commitOf(account, [a]), fresh: [0], chargedAt: 7 }], performance.now())
    const looks = await cache.lookup([commitOf(account, [b]), commitOf(account, [a], 'once'), commitOf(account, [a])])
    expect(looks.map(({ chargedAt }) => chargedAt)).toEqual([[undefined], [], [7]])
  })

  it('limits the token that sends too many requests, and no other', async () => {
    const { cache } = cached({ requestsPerMinute: 60 })
    const [busy, quiet] = [newAccount(), newAccount()]
    const looks = await cache.lookup(Array.from({ length: 11 }, () => commitOf(busy, [a])))
    expect(looks.map(({ rateLimited }) => rateLimited)).toEqual([...Array.from({ length: 10 }, () => false), true])
    const sameAccount = { ...commitOf(busy, [a]), tokenHash: Buffer.from('another token') }
    expect(await cache.lookup([commitOf(quiet, [a]), sameAccount])).toMatchObject([
      { rateLimited: false },
      { rateLimited: false },
    ])
  })

  it('finds nothing while Redis is away, and leaves it alone for a moment', async () => {
    const { state, cache } = cached()
    const commit = commitOf(newAccount(), [a])
    cache.remember([{ commit, fresh: [0], chargedAt: 7 }], performance.now())
    state.away = true
    expect(await cache.lookup([commit])).toEqual([{ rateLimited: false, chargedAt: [] }])
    const before = state.looks
    state.away = false
    expect(await cache.lookup([commit])).toEqual([{ rateLimited: false, chargedAt: [] }])
    expect(state.looks).toBe(before)
  })
})
