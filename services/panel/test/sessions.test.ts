import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { connectRedis } from '@pagebell/redis/redis'
import { createLog } from '@pagebell/runtime/log'
import { testRedis } from '@pagebell/testing/test-redis'
import { keepSessions, type Sessions } from '../src/sessions.ts'

const shared = testRedis()
let redis: ReturnType<typeof connectRedis>
let sessions: Sessions

beforeAll(() => {
  redis = connectRedis({ url: shared.url, prefix: shared.prefix, log: createLog('test', 'silent') })
  sessions = keepSessions(redis)
})
afterAll(async () => {
  await redis[Symbol.asyncDispose]()
  await shared.cleanUp()
})

it('is found by its cookie until it is ended, and by no other', async () => {
  const accountId = randomUUID()
  const cookie = await sessions.begin(accountId, 'a@example.com')
  const other = await sessions.begin(accountId, 'a@example.com')
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

it('ends with all others of its account, and with nobody else’s', async () => {
  const [mine, others] = [randomUUID(), randomUUID()]
  const cookies = [await sessions.begin(mine, 'a@example.com'), await sessions.begin(mine, 'a@example.com')]
  const stranger = await sessions.begin(others, 'b@example.com')
  await sessions.endAll(mine)
  expect(await Promise.all(cookies.map(sessions.find))).toEqual([undefined, undefined])
  expect(await sessions.find(stranger)).toBeDefined()
})

it('leaves no secret in Redis', async () => {
  const accountId = randomUUID()
  const cookie = await sessions.begin(accountId, 'a@example.com')
  const kept = JSON.stringify(await redis.hgetall(`panel:sessions:${accountId}`))
  expect(kept).not.toContain(cookie.split('.')[1])
  expect(await redis.ttl(`panel:sessions:${accountId}`)).toBeGreaterThan(sessions.lifetimeSeconds - 60)
})

it('of an account are fifty at most, the oldest making room', async () => {
  const accountId = randomUUID()
  const cookies: string[] = []
  for (let count = 0; count < 52; count++) cookies.push(await sessions.begin(accountId, 'a@example.com'))
  expect(await redis.hlen(`panel:sessions:${accountId}`)).toBe(50)
  expect(await sessions.find(cookies.at(-1) ?? '')).toBeDefined()
})

it('tells an absent Redis for what it is', async () => {
  await using away = connectRedis({ url: 'redis://127.0.0.1:9', log: createLog('test', 'silent') })
  const cookie = `${randomUUID()}.${'a'.repeat(43)}`
  await expect(keepSessions(away).find(cookie)).rejects.toMatchObject({ kind: 'unavailable' })
})
