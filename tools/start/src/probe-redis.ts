import { Redis } from 'ioredis'
import { isAway } from './connection-error.ts'
import { hidePassword } from './hide-password.ts'
import { StartProblem } from './start-problem.ts'

/** Whether a usable Redis responds at `url`. Throws a StartProblem if it is unusable. */
export async function probeRedis(url: string): Promise<boolean> {
  const first = url.split(',')[0] ?? url
  const redis = new Redis(first, {
    lazyConnect: true,
    connectTimeout: 3_000,
    commandTimeout: 3_000,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  })
  let cause: unknown
  redis.on('error', (error) => {
    cause = error
  })
  try {
    await redis.connect()
    const info = await redis.info('server')
    const version = /redis_version:(\d+)\.(\d+)/.exec(info)
    if (Number(version?.[1] ?? 0) < 7) {
      throw new StartProblem(
        `Redis at ${hidePassword(first)} is version ${version?.[1] ?? '?'}.${version?.[2] ?? '?'}; Pagebell needs 7.0 or newer. Set REDIS_URL to another server, or start with --own-servers.`,
      )
    }
    return true
  } catch (error) {
    if (error instanceof StartProblem) throw error
    if (isAway(cause) || isAway(error)) return false
    if (/NOAUTH|WRONGPASS|invalid password|AUTH/i.test(`${String(error)} ${String(cause)}`)) {
      throw new StartProblem(
        `Redis refuses the user or password of ${hidePassword(first)}. Set REDIS_URL to the right ones, or start with --own-servers.`,
      )
    }
    throw new StartProblem(`Redis at ${hidePassword(first)} cannot be used: ${String(cause ?? error)}`)
  } finally {
    redis.disconnect()
  }
}
