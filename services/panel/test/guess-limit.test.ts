import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { fault } from '@pagebell/faults/fault'
import { connectRedis } from '@pagebell/redis/redis'
import { createLog } from '@pagebell/runtime/log'
import { connectTestRedis, testRedis } from '@pagebell/testing/test-redis'
import { createGuessLimit, type GuessLimit } from '../src/session/guess-limit.ts'

const log = createLog('test', 'silent')
const shared = testRedis()
let redis: ReturnType<typeof connectRedis>
const newLimit = (name: string = randomUUID()) => createGuessLimit(redis, { name, paceMs: 20 })

beforeAll(() => {
  redis = connectTestRedis({ url: shared.url, prefix: shared.prefix, log })
})
afterAll(async () => {
  await redis[Symbol.asyncDispose]()
  await shared.cleanUp()
})

type Verdict = 'right' | 'wrong' | 'refused'

/** One guess and what came of it; only the secret "right" is right. */
async function guess(limit: GuessLimit, ip: string, secret: string, target = 'a@example.com'): Promise<Verdict> {
  try {
    await limit.judge({ ip, target, wrongCode: 'wrong_password' }, async () => {
      if (secret !== 'right') throw fault('forbidden', 'Wrong.', { code: 'wrong_password' })
    })
    return 'right'
  } catch (error) {
    const { code } = error as { code: string }
    if (code === 'wrong_password') return 'wrong'
    expect(error).toMatchObject({ kind: 'rate_limited', code: 'too_many_guesses' })
    expect((error as { retryAfterSeconds: number }).retryAfterSeconds).toBeGreaterThanOrEqual(1)
    return 'refused'
  }
}

const count = (verdicts: Verdict[], expected: Verdict) => verdicts.filter((verdict) => verdict === expected).length
const home = '198.51.100.7'
const ipOf = (n: number) => `203.0.113.${n}`

describe('guesses', () => {
  it('are refused after ten wrong ones of a network at a target, and the right one with them', async () => {
    const limit = newLimit()
    const verdicts = await Promise.all(Array.from({ length: 20 }, () => guess(limit, home, 'wrong')))
    expect([count(verdicts, 'wrong'), count(verdicts, 'refused')]).toEqual([10, 10])
    expect(await guess(limit, home, 'right')).toBe('refused')
    expect(await guess(limit, ipOf(1), 'right')).toBe('right')
  })

  it('of one IPv6 /64 count as of one address', async () => {
    const limit = newLimit()
    const verdicts: Verdict[] = []
    for (let n = 1; n <= 60; n++) verdicts.push(await guess(limit, `2001:db8:1:2::${n.toString(16)}`, 'wrong'))
    expect([count(verdicts, 'wrong'), count(verdicts, 'refused')]).toEqual([10, 50])
    expect(await guess(limit, '2001:db8:1:3::1', 'right')).toBe('right')
  })

  it('that are right never count, however many an office makes', async () => {
    const limit = newLimit()
    for (let n = 0; n < 250; n++) expect(await guess(limit, home, 'right', `report ${n % 3}`)).toBe('right')
    const together = await Promise.all(Array.from({ length: 40 }, () => guess(limit, home, 'right')))
    expect(count(together, 'right')).toBe(40)
    for (let n = 0; n < 9; n++) expect(await guess(limit, home, 'wrong')).toBe('wrong')
    expect(await guess(limit, home, 'right')).toBe('right')
    for (let n = 0; n < 9; n++) expect(await guess(limit, home, 'wrong')).toBe('wrong')
  })

  it('at one kind of secret do not count at another', async () => {
    const [reports, signIns] = [newLimit(), newLimit()]
    for (let n = 0; n < 120; n++) await guess(reports, home, 'wrong', `report ${n}`)
    expect(await guess(reports, home, 'right', 'report')).toBe('refused')
    expect(await guess(signIns, home, 'right')).toBe('right')
  })

  it('of one network at many targets are refused after a hundred wrong ones', async () => {
    const limit = newLimit()
    const verdicts: Verdict[] = []
    for (let n = 0; n < 110; n++) verdicts.push(await guess(limit, home, 'wrong', `target ${n}`))
    expect([count(verdicts, 'wrong'), count(verdicts, 'refused')]).toEqual([100, 10])
  })

  it('of many networks at one target are few, and lock out neither a known network nor a new one', async () => {
    const limit = newLimit()
    expect(await guess(limit, home, 'right')).toBe('right')
    const attackers = Array.from({ length: 50 }, (_, n) => ipOf(n))
    const verdicts: Verdict[] = []
    for (let round = 0; round < 10; round++)
      verdicts.push(...(await Promise.all(attackers.map((ip) => guess(limit, ip, 'wrong')))))
    // A hundred, and what had begun with the hundredth.
    expect(count(verdicts, 'wrong')).toBeLessThanOrEqual(150)
    expect(count(verdicts, 'refused')).toBeGreaterThanOrEqual(350)

    const attack = attackers.map((ip) => guess(limit, ip, 'wrong'))
    expect(await guess(limit, home, 'right')).toBe('right')
    expect(await guess(limit, '192.0.2.200', 'right')).toBe('right')
    expect(count(await Promise.all(attack), 'refused')).toBe(50)
  })

  it('of networks that are new wait for their turn at a target under attack', async () => {
    const limit = createGuessLimit(redis, { name: randomUUID(), paceMs: 60_000 })
    for (let n = 0; n < 100; n++) await guess(limit, ipOf(n), 'wrong')
    const ends = Array.from({ length: 20 }, (_, n) => guess(limit, ipOf(100 + n), 'wrong'))
    const early = await Promise.race(ends)
    expect(early).toBe('refused')
    const pending = Symbol('pending')
    const states = await Promise.all(ends.map((end) => Promise.race([end, untilIdle(pending)])))
    // One in its turn, eight behind it.
    expect(states.filter((state) => state === pending)).toHaveLength(9)
  })

  it('are counted in memory while Redis is away', async () => {
    await using away = connectRedis({ url: 'redis://127.0.0.1:9', log })
    const limit = createGuessLimit(away, { name: 'away' })
    const verdicts: Verdict[] = []
    for (let n = 0; n < 15; n++) verdicts.push(await guess(limit, home, 'wrong'))
    expect([count(verdicts, 'wrong'), count(verdicts, 'refused')]).toEqual([10, 5])
  })

  it('leave neither addresses of accounts nor secrets in Redis', async () => {
    const name = randomUUID()
    const limit = newLimit(name)
    await guess(limit, home, 'wrong', 'somebody@example.com')
    await guess(limit, home, 'right', 'somebody@example.com')
    const keys = await redis.keys(`${shared.prefix}panel:guesses:${name}:*`)
    expect(keys.length).toBeGreaterThanOrEqual(2)
    expect(keys.join()).not.toContain('somebody')
  })
})

/** The value, once Redis has answered everything that was asked before. */
async function untilIdle<T>(value: T): Promise<T> {
  for (let round = 0; round < 10; round++) await redis.ping()
  return value
}
