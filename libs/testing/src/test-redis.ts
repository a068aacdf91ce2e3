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
  const redis = new Redis(url, { maxRetriesPerRequest: 1 })
  try {
    for await (const keys of redis.scanStream({ match: `${prefix}*`, count: 1_000 }) as AsyncIterable<string[]>)
      if (keys.length > 0) await redis.unlink(...keys)
  } finally {
    redis.disconnect()
  }
}
