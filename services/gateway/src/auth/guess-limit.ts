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

/** The look-ups of a network that has guessed too often: one at a time until then. */
type Lane = { until: number; lookUps: LimitFunction }

export type GuessLimit = {
  /** The caller of a key, by `lookUp`. From a network that has guessed too often, an unknown key is `rate_limited`. */
  authenticate(ip: string, keyHash: string, lookUp: () => Promise<Caller>): Promise<Caller>
}

/**
 * Counts unknown keys by network: each one over the limit doubles the wait. A good key always passes, so that a stranger
 * behind the same address cannot lock its owner out; but while the network has to wait, keys that were never good here
 * are looked up one at a time. Redis counts for all copies of the gateway; while it is away, each counts for itself.
 */
export function createGuessLimit(redis: Redis): GuessLimit {
  const counting = { points: maxGuesses, duration: firstWaitSeconds, keyPrefix: 'gateway:guesses' }
  const insuranceLimiter = new RateLimiterMemory(counting)
  const limiter = new RateLimiterRedis({ ...counting, storeClient: redis, insuranceLimiter })
  const wereGood = new LRUCache<string, true>({ max: maxEntries })
  const lanes = new LRUCache<string, Lane>({ max: maxEntries })

  async function count(network: string): Promise<void> {
    const { refused, consumedPoints } = await take(limiter, network)
    if (!refused) return
    const seconds = Math.min(firstWaitSeconds * 2 ** (consumedPoints - maxGuesses - 1), maxWaitSeconds)
    await limiter.set(network, consumedPoints, seconds)
    const lookUps = lanes.get(network)?.lookUps ?? pLimit(1)
    lanes.set(network, { until: Date.now() + seconds * 1_000, lookUps })
    throw tooManyGuesses(seconds)
  }

  /** Waits for the other look-ups of the network, if that has to wait. */
  async function inTurn(network: string, lookUp: () => Promise<Caller>): Promise<Caller> {
    const lane = lanes.get(network)
    if (lane === undefined || lane.until < Date.now()) return lookUp()
    const waiting = lane.lookUps.activeCount + lane.lookUps.pendingCount
    if (waiting >= maxWaiting) throw tooManyGuesses((lane.until - Date.now()) / 1_000)
    return lane.lookUps(lookUp)
  }

  return {
    async authenticate(ip, keyHash, lookUp) {
      const network = networkOf(ip)
      if (wereGood.has(keyHash)) {
        try {
          return await lookUp()
        } catch (error) {
          // The first refusal is the mistake of its owner; from then on it counts like any unknown key.
          if (isUnknown(error)) wereGood.delete(keyHash)
          throw error
        }
      }
      try {
        const caller = await inTurn(network, lookUp)
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
