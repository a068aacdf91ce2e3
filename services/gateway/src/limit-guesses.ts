import { Fault, fault } from '@pagebell/faults/fault'
import { networkOf } from '@pagebell/http/network-of'
import type { connectRedis } from '@pagebell/redis/redis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { Caller } from './caller.ts'

const atMost = 10
const firstWaitSeconds = 60
const longestWaitSeconds = 900
const rememberedAtMost = 10_000
const waitingAtMost = 50

/** Look-ups for one address, as long as it has to wait. */
type Lane = { until: number; last: Promise<unknown>; waiting: number }

export type GuessLimit = {
  /** Whose a key is, by `lookUp`. From an address that has guessed too often, a key that nobody knows is `rate_limited`. */
  judge(ip: string, keyHash: string, lookUp: () => Promise<Caller>): Promise<Caller>
}

/**
 * Counts keys that nobody knows, by address: each one too many doubles the wait. A good key always passes, so that no
 * stranger behind the same address locks its owner out; but while the address waits, keys that were never good here are
 * looked up one at a time. Redis counts for every gateway together; while it is away each one counts for itself.
 */
export function limitGuesses(redis: ReturnType<typeof connectRedis>): GuessLimit {
  const counting = { points: atMost, duration: firstWaitSeconds, keyPrefix: 'gateway:guesses' }
  const insuranceLimiter = new RateLimiterMemory(counting)
  const limiter = new RateLimiterRedis({ ...counting, storeClient: redis, insuranceLimiter })
  const wereGood = new Set<string>()
  const lanes = new Map<string, Lane>()

  function laneOf(from: string): Lane {
    const lane = lanes.get(from) ?? { until: 0, last: Promise.resolve(), waiting: 0 }
    lanes.delete(from)
    lanes.set(from, lane)
    const oldest = lanes.size > rememberedAtMost ? lanes.keys().next().value : undefined
    if (oldest !== undefined) lanes.delete(oldest)
    return lane
  }

  async function count(from: string): Promise<void> {
    const [settled] = await Promise.allSettled([limiter.consume(from)])
    if (settled.status === 'fulfilled') return
    if (!(settled.reason instanceof RateLimiterRes)) throw settled.reason
    const { consumedPoints } = settled.reason
    const seconds = Math.min(firstWaitSeconds * 2 ** (consumedPoints - atMost - 1), longestWaitSeconds)
    await limiter.set(from, consumedPoints, seconds)
    laneOf(from).until = Date.now() + seconds * 1_000
    throw tooMany(seconds)
  }

  /** In line behind the others of its address, if that has to wait. */
  async function inTurn(from: string, lookUp: () => Promise<Caller>): Promise<Caller> {
    const lane = lanes.get(from)
    if (lane === undefined || lane.until < Date.now()) return lookUp()
    if (lane.waiting >= waitingAtMost) throw tooMany((lane.until - Date.now()) / 1_000)
    lane.waiting += 1
    const turn = lane.last.then(lookUp)
    lane.last = turn.then(
      () => undefined,
      () => undefined,
    )
    return turn.finally(() => {
      lane.waiting -= 1
    })
  }

  function remember(keyHash: string): void {
    wereGood.delete(keyHash)
    wereGood.add(keyHash)
    const oldest = wereGood.size > rememberedAtMost ? wereGood.values().next().value : undefined
    if (oldest !== undefined) wereGood.delete(oldest)
  }

  return {
    async judge(ip, keyHash, lookUp) {
      const from = networkOf(ip)
      if (wereGood.has(keyHash)) {
        try {
          return await lookUp()
        } catch (error) {
          // Refused once, it is its owner's mistake; from then on it counts like any other that nobody knows.
          if (isUnknown(error)) wereGood.delete(keyHash)
          throw error
        }
      }
      try {
        const caller = await inTurn(from, lookUp)
        remember(keyHash)
        return caller
      } catch (error) {
        if (isUnknown(error)) await count(from)
        throw error
      }
    },
  }
}

const isUnknown = (error: unknown): boolean => error instanceof Fault && error.kind === 'unauthenticated'

const tooMany = (seconds: number): Fault =>
  fault('rate_limited', 'Too many unknown API keys came from your address.', {
    code: 'too_many_guesses',
    retryAfterSeconds: seconds,
  })
