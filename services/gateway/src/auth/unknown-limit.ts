import { Fault, fault } from '@pagebell/faults/fault'
import { networkOf } from '@pagebell/http/network-of'
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible'
import { type Redis, take } from './rate-limit.ts'

const windowSeconds = 60

export const isUnknown = (error: unknown): boolean => error instanceof Fault && error.kind === 'not_found'

export const tooMany = (text: string, seconds: number): Fault =>
  fault('rate_limited', text, { retryAfterSeconds: Math.max(1, Math.ceil(seconds)) })

/** Points a minute, in Redis, and in memory while that is away. */
export function createMinuteLimit(redis: Redis, name: string, points: number): RateLimiterRedis {
  const limit = { points, duration: windowSeconds, keyPrefix: `gateway:${name}` }
  return new RateLimiterRedis({ ...limit, storeClient: redis, insuranceLimiter: new RateLimiterMemory(limit) })
}

/** Limits how many addresses with a token one network may guess: those that there are not count, and no others. */
export function limitUnknown(redis: Redis, name: string, { perMinute, text }: { perMinute: number; text: string }) {
  const unknown = createMinuteLimit(redis, name, perMinute)
  return {
    /** Throws fault rate_limited for a network that has guessed too often. */
    async requireRoom(ip: string): Promise<void> {
      const guesses = await unknown.get(networkOf(ip))
      if (guesses !== null && guesses.remainingPoints <= 0) throw tooMany(text, guesses.msBeforeNext / 1_000)
    },
    /** Counts a call that finds nothing. */
    async count<Reply>(ip: string, call: Promise<Reply>): Promise<Reply> {
      try {
        return await call
      } catch (error) {
        if (isUnknown(error)) await take(unknown, networkOf(ip))
        throw error
      }
    },
  }
}
