import { deleteKeys } from '@pagebell/redis/for-keys'
import { connectRedis } from '@pagebell/redis/redis'
import type { Log } from '@pagebell/runtime/log'
import { newPrefix, testRun } from './test-run.ts'

/** A prefix in the shared Redis that belongs to one test file. */
export function testRedis(): { url: string; prefix: string; cleanUp(): Promise<void> } {
  const { redisUrl: url } = testRun()
  const prefix = newPrefix()
  return { url, prefix, cleanUp: () => deleteKeys(url, `${prefix}*`) }
}

/**
 * The connection that services use, with 30 s for a command in place of 250 ms: for tests that are about something else
 * than a Redis that does not answer, on machines where Redis itself has to wait for a core or a disk.
 */
export function connectTestRedis(options: { url: string; prefix: string; log: Log }): ReturnType<typeof connectRedis> {
  const redis = connectRedis(options)
  redis.options.commandTimeout = 30_000
  return redis
}
