import { fault } from '@pagebell/faults/fault'
import type { HttpServer } from '@pagebell/http/http-server'
import type { connectRedis } from '@pagebell/redis/redis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { callerOf } from './caller.ts'

export type Redis = ReturnType<typeof connectRedis>

const windowSeconds = 60

/**
 * Limits the calls a minute of all keys of an account to the plan's limit. Redis counts for all copies of the gateway;
 * without it, each copy counts.
 */
export function limitCalls(app: HttpServer, redis: Redis): void {
  const limiters = new Map<number, RateLimiterRedis>()

  app.addHook('onRequest', async (request, reply) => {
    const { accountId, callsPerMinute } = callerOf(request)
    if (callsPerMinute === undefined) return

    const limiter = limiters.get(callsPerMinute) ?? createLimiter(redis, callsPerMinute)
    limiters.set(callsPerMinute, limiter)
    const { refused, left, seconds } = await take(limiter, accountId)
    void reply.header('ratelimit-policy', `"default";q=${callsPerMinute};w=${windowSeconds}`)
    void reply.header('ratelimit', `"default";r=${left};t=${seconds}`)
    if (!refused) return
    throw fault('rate_limited', `This account may call ${callsPerMinute} times a minute.`, {
      retryAfterSeconds: seconds,
      details: { limit: callsPerMinute, window_seconds: windowSeconds },
    })
  })
}

function createLimiter(redis: Redis, points: number): RateLimiterRedis {
  const counting = { points, duration: windowSeconds, keyPrefix: 'gateway:calls' }
  const insuranceLimiter = new RateLimiterMemory(counting)
  // An account over its limit is refused from memory, without a call to Redis.
  return new RateLimiterRedis({
    ...counting,
    storeClient: redis,
    inMemoryBlockOnConsumed: points + 1,
    insuranceLimiter,
  })
}

/** Takes one point. rate-limiter-flexible rejects with its result, not with an error, when the points are used up. */
export async function take(limiter: RateLimiterRedis, key: string) {
  const [settled] = await Promise.allSettled([limiter.consume(key)])
  const result = settled.status === 'fulfilled' ? settled.value : settled.reason
  if (!(result instanceof RateLimiterRes)) throw result
  const { consumedPoints, remainingPoints, msBeforeNext } = result
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1_000))
  return { refused: settled.status === 'rejected', left: Math.max(0, remainingPoints), seconds, consumedPoints }
}
