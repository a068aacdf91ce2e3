import { describe, expect, it } from '@jest/globals'
import type { Caller } from './caller.ts'
import { createKeyCache, ttlMs } from './key-cache.ts'

const caller = (more: Partial<Caller> = {}): Caller => ({
  accountId: 'a',
  keyId: 'k',
  scopes: [],
  callsPerMinute: undefined,
  limits: { version: 1 },
  expiresAt: undefined,
  ...more,
})

function counting(answer: () => Promise<Caller> = async () => caller()) {
  const lookUps = { times: 0 }
  const lookUp = () => {
    lookUps.times += 1
    return answer()
  }
  return { lookUps, lookUp }
}

describe('the key cache', () => {
  it('believes a key for ten seconds', async () => {
    let now = 0
    const cache = createKeyCache(() => now)
    const { lookUps, lookUp } = counting()
    await cache.get('hash', lookUp)
    now = ttlMs - 1
    await cache.get('hash', lookUp)
    expect(lookUps.times).toBe(1)
    now = ttlMs
    await cache.get('hash', lookUp)
    expect(lookUps.times).toBe(2)
  })

  it('believes a key no longer than it lives', async () => {
    let now = 0
    const cache = createKeyCache(() => now)
    const { lookUps, lookUp } = counting(async () => caller({ expiresAt: 500 }))
    await cache.get('hash', lookUp)
    now = 500
    await cache.get('hash', lookUp)
    expect(lookUps.times).toBe(2)
  })

  it('does not remember an answer that was under way when its key was revoked', async () => {
    const cache = createKeyCache()
    const answer = Promise.withResolvers<Caller>()
    const slow = counting(() => answer.promise)
    const pending = cache.get('hash', slow.lookUp)
    cache.revoke('k')
    answer.resolve(caller())
    await pending
    const { lookUps, lookUp } = counting()
    await cache.get('hash', lookUp)
    expect(lookUps.times).toBe(1)
  })

  it('remembers a key again that was announced as revoked and still has a caller, as after a change of plan', async () => {
    let now = 0
    const cache = createKeyCache(() => now)
    cache.revoke('k')
    now = 1
    const { lookUps, lookUp } = counting()
    await cache.get('hash', lookUp)
    await cache.get('hash', lookUp)
    expect(lookUps.times).toBe(1)
  })

  it('does not remember a failure', async () => {
    const cache = createKeyCache()
    await expect(cache.get('hash', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
    expect(await cache.get('hash', async () => caller())).toEqual(caller())
  })

  it('makes room for new keys', async () => {
    const cache = createKeyCache()
    const { lookUps, lookUp } = counting()
    for (let n = 0; n <= 10_000; n++) await cache.get(`hash ${n}`, lookUp)
    await cache.get('hash 10000', lookUp)
    expect(lookUps.times).toBe(10_001)
    await cache.get('hash 0', lookUp)
    expect(lookUps.times).toBe(10_002)
  })
})
