import { deleteKeys } from '@pagebell/redis/for-keys'
import { newPrefix, testRun } from './test-run.ts'

/** A prefix in the shared Redis that belongs to one test file. */
export function testRedis(): { url: string; prefix: string; cleanUp(): Promise<void> } {
  const { redisUrl: url } = testRun()
  const prefix = newPrefix()
  return { url, prefix, cleanUp: () => deleteKeys(url, `${prefix}*`) }
}
