import { Redis } from 'ioredis'

/** Every key under the prefix with all that it holds. */
export async function readRedis(url: string, prefix: string): Promise<string[]> {
  const redis = new Redis(url)
  try {
    const found: string[] = []
    for await (const keys of redis.scanStream({ match: `${prefix}*`, count: 500 })) {
      for (const key of keys as string[]) found.push(JSON.stringify([key, await read(redis, key)]))
    }
    return found
  } finally {
    redis.disconnect()
  }
}

async function read(redis: Redis, key: string): Promise<unknown> {
  const type = await redis.type(key)
  if (type === 'string') return redis.get(key)
  if (type === 'hash') return redis.hgetall(key)
  if (type === 'list') return redis.lrange(key, 0, -1)
  if (type === 'set') return redis.smembers(key)
  if (type === 'zset') return redis.zrange(key, '0', '-1', 'WITHSCORES')
  if (type === 'none') return null
  throw new Error(`Reading a ${type} is not supported.`)
}
