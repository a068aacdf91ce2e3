import { Redis } from 'ioredis'

/**
 * Processes the keys that match a pattern, a portion at a time: on one server, or on all masters of a Redis Cluster
 * whose nodes `url` names, comma-separated. The keys of a portion may be of several slots.
 */
export async function forKeys(
  url: string,
  pattern: string,
  work: (redis: Redis, keys: string[]) => unknown,
): Promise<void> {
  for (const node of url.split(',')) {
    const redis = new Redis(node, { maxRetriesPerRequest: 1 })
    try {
      const [role] = await redis.role()
      if (role !== 'master') continue
      const portions = redis.scanStream({ match: pattern, count: 1_000 }) as AsyncIterable<string[]>
      for await (const keys of portions) if (keys.length > 0) await work(redis, keys)
    } finally {
      redis.disconnect()
    }
  }
}

/** Takes the keys of a pattern away; one command a key, since those of one command must be of one slot on a cluster. */
export function deleteKeys(url: string, pattern: string): Promise<void> {
  return forKeys(url, pattern, (redis, keys) => Promise.all(keys.map((key) => redis.unlink(key))))
}
