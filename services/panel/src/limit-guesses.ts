import { fault } from '@pagebell/faults/fault'
import type { connectRedis } from '@pagebell/redis/redis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'

export type GuessLimit = {
  /** Throws fault rate_limited when any of these has been tried too often. */
  take(...tried: string[]): Promise<void>
  /** What was guessed right counts anew. */
  forget(...tried: string[]): Promise<void>
}

type Limits = { name: string; points: number; seconds: number }

/**
 * How often a secret may be guessed, by whatever names the guesser and what is guessed at. Redis counts for every panel
 * together; while it is away each one counts for itself.
 */
export function limitGuesses(redis: ReturnType<typeof connectRedis>, { name, points, seconds }: Limits): GuessLimit {
  const counting = { points, duration: seconds, keyPrefix: `panel:guesses:${name}` }
  const limiter = new RateLimiterRedis({
    ...counting,
    storeClient: redis,
    inMemoryBlockOnConsumed: points + 1,
    insuranceLimiter: new RateLimiterMemory(counting),
  })

  return {
    async take(...tried) {
      const settled = await Promise.allSettled(tried.map((one) => limiter.consume(one)))
      for (const outcome of settled) {
        if (outcome.status === 'fulfilled') continue
        if (!(outcome.reason instanceof RateLimiterRes)) throw outcome.reason
        const wait = Math.max(1, Math.ceil(outcome.reason.msBeforeNext / 1_000))
        throw fault('rate_limited', `Too many tries. Wait ${inWords(wait)} before the next one.`, {
          code: 'too_many_guesses',
          retryAfterSeconds: wait,
        })
      }
    },
    async forget(...tried) {
      await Promise.all(tried.map((one) => limiter.delete(one)))
    },
  }
}

const inWords = (seconds: number): string =>
  seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
