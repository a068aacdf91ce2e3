import { fault } from '@pagebell/faults/fault'
import type { HttpServer } from '@pagebell/http/http-server'
import type { connectRedis } from '@pagebell/redis/redis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { callerOf } from './caller.ts'

type Redis = ReturnType<typeof connectRedis>

const windowSeconds = 60

/**
 * In this scope the keys of an account may call together as often a minute as its plan says. Redis counts for every
 * gateway together; while it is away each one counts for itself.
 */
export function limitCalls(app: HttpServer, redis: Redis): void {
  const limiters = new Map<number, RateLimiterRedis>()

  app.addHook('onRequest', async (request, reply) => {
    const { accountId, callsPerMinute } = callerOf(request)
    if (callsPerMinute === undefined) return

    const limiter = limiters.get(callsPerMinute) ?? limiterOf(redis, callsPerMinute)
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

function limiterOf(redis: Redis, points: number): RateLimiterRedis {
  const counting = { points, duration: windowSeconds, keyPrefix: 'gateway:calls' }
  const insuranceLimiter = new RateLimiterMemory(counting)
  // An account over its limit is refused from memory: hammering costs Redis nothing.
  return new RateLimiterRedis({
    ...counting,
    storeClient: redis,
    inMemoryBlockOnConsumed: points + 1,
    insuranceLimiter,
  })
}

/** rate-limiter-flexible rejects with its result, not with an error, when the points are used up. */
async function take(limiter: RateLimiterRedis, key: string) {
  const [settled] = await Promise.allSettled([limiter.consume(key)])
  const result = settled.status === 'fulfilled' ? settled.value : settled.reason
  if (!(result instanceof RateLimiterRes)) throw result
  const seconds = Math.max(1, Math.ceil(result.msBeforeNext / 1_000))
  return { refused: settled.status === 'rejected', left: Math.max(0, result.remainingPoints), seconds }
}
