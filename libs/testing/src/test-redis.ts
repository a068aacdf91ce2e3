import { Redis } from 'ioredis'
import { newPrefix, testRun } from './test-run.ts'

/** A prefix in the shared Redis that belongs to one test file. */
export function testRedis(): { url: string; prefix: string; cleanUp(): Promise<void> } {
  const { redisUrl: url } = testRun()
  const prefix = newPrefix()
  return { url, prefix, cleanUp: () => deleteKeys(url, prefix) }
}

/** Deletes every key that begins with the prefix, also inside a hash tag ("{prefix…"). */
export async function deleteKeys(url: string, prefix: string): Promise<void> {
  // One by one, since the keys of one command must belong together on a cluster.
  await forKeys(url, `${prefix}*`, (redis, keys) => Promise.all(keys.map((key) => redis.unlink(key))))
}

/** Does something with all keys of a pattern, portion by portion, on one server or on every master of a cluster. */
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
      for await (const keys of redis.scanStream({ match: pattern, count: 1_000 }) as AsyncIterable<string[]>)
        await work(redis, keys)
    } finally {
      redis.disconnect()
    }
  }
}
