import { Fault, fault } from '@pagebell/faults/fault'
import { networkOf } from '@pagebell/http/network-of'
import { LRUCache } from 'lru-cache'
import pLimit, { type LimitFunction } from 'p-limit'
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible'
import type { Caller } from './caller.ts'
import { type Redis, take } from './rate-limit.ts'

const maxGuesses = 10
const firstWaitSeconds = 60
const maxWaitSeconds = 900
const maxEntries = 10_000
const maxWaiting = 50

/** Until then, the look-ups of a network that exceeded the limit run one at a time. */
type Throttle = { until: number; lookUps: LimitFunction }

export type GuessLimit = {
  /** The caller of a key, by `lookUp`. From a network that exceeded the limit, an unknown key is `rate_limited`. */
  authenticate(ip: string, keyHash: string, lookUp: () => Promise<Caller>): Promise<Caller>
}

/**
 * Counts unknown keys by network: each one over the limit doubles the wait. A valid key always passes, so that another
 * client behind the same address cannot lock its owner out; but while the network is throttled, keys that this copy has
 * not seen valid are looked up one at a time. Redis counts for all copies of the gateway; without it, each copy counts.
 */
export function createGuessLimit(redis: Redis): GuessLimit {
  const counting = { points: maxGuesses, duration: firstWaitSeconds, keyPrefix: 'gateway:guesses' }
  const insuranceLimiter = new RateLimiterMemory(counting)
  const limiter = new RateLimiterRedis({ ...counting, storeClient: redis, insuranceLimiter })
  const wereGood = new LRUCache<string, true>({ max: maxEntries })
  const throttles = new LRUCache<string, Throttle>({ max: maxEntries })

  async function count(network: string): Promise<void> {
    const { refused, consumedPoints } = await take(limiter, network)
    if (!refused) return
    const seconds = Math.min(firstWaitSeconds * 2 ** (consumedPoints - maxGuesses - 1), maxWaitSeconds)
    await limiter.set(network, consumedPoints, seconds)
    const lookUps = throttles.get(network)?.lookUps ?? pLimit(1)
    throttles.set(network, { until: Date.now() + seconds * 1_000, lookUps })
    throw tooManyGuesses(seconds)
  }

  async function lookUpThrottled(network: string, lookUp: () => Promise<Caller>): Promise<Caller> {
    const throttle = throttles.get(network)
    if (throttle === undefined || throttle.until < Date.now()) return lookUp()
    const waiting = throttle.lookUps.activeCount + throttle.lookUps.pendingCount
    if (waiting >= maxWaiting) throw tooManyGuesses((throttle.until - Date.now()) / 1_000)
    return throttle.lookUps(lookUp)
  }

  return {
    async authenticate(ip, keyHash, lookUp) {
      const network = networkOf(ip)
      if (wereGood.has(keyHash)) {
        try {
          return await lookUp()
        } catch (error) {
          // The first refusal of a revoked key is not a guess; later ones count like any unknown key.
          if (isUnknown(error)) wereGood.delete(keyHash)
          throw error
        }
      }
      try {
        const caller = await lookUpThrottled(network, lookUp)
        wereGood.set(keyHash, true)
        return caller
      } catch (error) {
        if (isUnknown(error)) await count(network)
        throw error
      }
    },
  }
}

const isUnknown = (error: unknown): boolean => error instanceof Fault && error.kind === 'unauthenticated'

const tooManyGuesses = (seconds: number): Fault =>
  fault('rate_limited', 'Too many unknown API keys came from your address.', {
    code: 'too_many_guesses',
    retryAfterSeconds: seconds,
  })
