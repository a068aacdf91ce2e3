import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { connectRedis } from '@pagebell/redis/redis'
import { createLog } from '@pagebell/runtime/log'
import { connectTestRedis, testRedis } from '@pagebell/testing/test-redis'
import type { SessionAccount } from '../src/session/account-cache.ts'
import { createSessions, type Sessions } from '../src/session/sessions.ts'

const shared = testRedis()
/** What the project service would say of the account of a test. */
const states = new Map<string, SessionAccount>()
const options = {
  lifetimeSeconds: 14 * 86_400,
  idleSeconds: 3_600,
  accountOf: async (id: string) => states.get(id) ?? { passwordVersion: 1, isSuspended: false, newReportPrivacy: 1 },
}
let redis: ReturnType<typeof connectRedis>
let sessions: Sessions

beforeAll(() => {
  redis = connectTestRedis({ url: shared.url, prefix: shared.prefix, log: createLog('test', 'silent') })
  sessions = createSessions(redis, options)
})
afterAll(async () => {
  await redis[Symbol.asyncDispose]()
  await shared.cleanUp()
})

it('is found by its cookie until it is ended, and by no other', async () => {
  const accountId = randomUUID()
  const cookie = await sessions.begin(accountId, 'a@example.com', 1)
  const other = await sessions.begin(accountId, 'a@example.com', 1)
  expect(await sessions.find(cookie)).toMatchObject({ accountId, email: 'a@example.com' })

  const secret = cookie.slice(cookie.indexOf('.') + 1)
  for (const wrong of [
    `${randomUUID()}.${secret}`,
    `${cookie}x`,
    cookie.slice(0, -1),
    secret,
    '',
    'a.b',
    `${accountId}.`,
  ]) {
    expect(await sessions.find(wrong)).toBeUndefined()
  }
  await sessions.end(cookie)
  expect(await sessions.find(cookie)).toBeUndefined()
  expect(await sessions.find(other)).toBeDefined()
})

it('ends with all others of its account, and with no other account’s', async () => {
  const [accountId, otherAccountId] = [randomUUID(), randomUUID()]
  const cookies = [
    await sessions.begin(accountId, 'a@example.com', 1),
    await sessions.begin(accountId, 'a@example.com', 1),
  ]
  const otherSession = await sessions.begin(otherAccountId, 'b@example.com', 1)
  await sessions.endAll(accountId)
  expect(await Promise.all(cookies.map(sessions.find))).toEqual([undefined, undefined])
  expect(await sessions.find(otherSession)).toBeDefined()
})

it('leaves no secret in Redis', async () => {
  const accountId = randomUUID()
  const cookie = await sessions.begin(accountId, 'a@example.com', 1)
  const kept = JSON.stringify(await redis.hgetall(`panel:sessions:${accountId}`))
  expect(kept).not.toContain(cookie.split('.')[1])
  expect(await redis.ttl(`panel:sessions:${accountId}`)).toBeGreaterThan(sessions.lifetimeSeconds - 60)
})

it('of an account are fifty at most, the oldest making room', async () => {
  const accountId = randomUUID()
  const cookies: string[] = []
  for (let count = 0; count < 52; count++) cookies.push(await sessions.begin(accountId, 'a@example.com', 1))
  expect(await redis.hlen(`panel:sessions:${accountId}`)).toBe(50)
  expect(await sessions.find(cookies.at(-1) ?? '')).toBeDefined()
})

it('tells an absent Redis for what it is', async () => {
  await using away = connectRedis({ url: 'redis://127.0.0.1:9', log: createLog('test', 'silent') })
  const cookie = `${randomUUID()}.${'a'.repeat(43)}`
  await expect(createSessions(away, options).find(cookie)).rejects.toMatchObject({ kind: 'unavailable' })
})

it('is over after it was idle for too long, and each use puts that off', async () => {
  const cookie = await sessions.begin(randomUUID(), 'a@example.com', 1)
  const secret = cookie.slice(cookie.indexOf('.') + 1)
  const idleKey = `panel:session-active:${createHash('sha256').update(secret).digest('base64url')}`
  await redis.expire(idleKey, 100)
  expect(await sessions.find(cookie)).toBeDefined()
  expect(await redis.ttl(idleKey)).toBeGreaterThan(options.idleSeconds - 60)
  // As Redis does when its time has come.
  await redis.del(idleKey)
  expect(await sessions.find(cookie)).toBeUndefined()
  expect(await redis.exists(idleKey)).toBe(0)
})

it('is over once the password is another one, whatever Redis still has', async () => {
  const accountId = randomUUID()
  const [old, newest] = [
    await sessions.begin(accountId, 'a@example.com', 1),
    await sessions.begin(accountId, 'a@example.com', 2),
  ]
  // What is known of the account may be older than the newest session.
  expect(await Promise.all([old, newest].map(sessions.find))).toEqual([expect.anything(), expect.anything()])
  states.set(accountId, { passwordVersion: 2, isSuspended: false, newReportPrivacy: 1 })
  expect(await Promise.all([old, newest].map(sessions.find))).toEqual([undefined, expect.anything()])
})

it('is over while the account is suspended', async () => {
  const accountId = randomUUID()
  const cookie = await sessions.begin(accountId, 'a@example.com', 1)
  states.set(accountId, { passwordVersion: 1, isSuspended: true, newReportPrivacy: 1 })
  expect(await sessions.find(cookie)).toBeUndefined()
})

it('of an older version, which knows no version of the password, is over', async () => {
  const accountId = randomUUID()
  const cookie = await sessions.begin(accountId, 'a@example.com', 1)
  const key = `panel:sessions:${accountId}`
  for (const [field, json] of Object.entries(await redis.hgetall(key))) {
    const { passwordVersion: _, ...before } = JSON.parse(json)
    await redis.hset(key, field, JSON.stringify(before))
  }
  expect(await sessions.find(cookie)).toBeUndefined()
})
