import type { Log } from '@pagebell/runtime/log'
import { Cluster, Redis, type RedisOptions } from 'ioredis'

type Options = {
  /** One URL, or the nodes of a Redis Cluster, comma-separated. */
  url: string
  /** Put before every key, so that several systems may share one server. */
  prefix?: string
  log: Log
}

/**
 * A connection that never makes its caller wait: a command fails within 250 ms when Redis is away or silent, is never
 * sent twice, and the connection heals by itself. Only until the first attempt to connect has ended are commands queued.
 */
export function connectRedis({ url, prefix = '', log }: Options): Redis & AsyncDisposable {
  const options = {
    keyPrefix: prefix,
    connectTimeout: 2_000,
    // A server that is silent for this long is left, so that the next one behind the address can be found.
    socketTimeout: 5_000,
    commandTimeout: 250,
    maxRetriesPerRequest: 0,
    // The default runs a script twice when its answer was lost.
    autoResendUnfulfilledCommands: false,
  } satisfies RedisOptions
  const backOff = (attempt: number) => Math.min(50 * 2 ** attempt, 2_000) * (0.5 + Math.random() / 2)
  const nodes = url.split(',')
  const redis =
    nodes.length === 1
      ? new Redis(url, { ...options, retryStrategy: backOff })
      : // The commands of a cluster are those of one server.
        (new Cluster(nodes, {
          redisOptions: options,
          keyPrefix: prefix,
          clusterRetryStrategy: backOff,
        }) as unknown as Redis)

  const stopQueueing = () => {
    redis.options.enableOfflineQueue = false
  }
  redis.once('ready', stopQueueing)
  redis.once('close', stopQueueing)
  logChanges(redis, log)
  return Object.assign(redis, { [Symbol.asyncDispose]: () => disconnect(redis) })
}

/** One line when Redis goes and one when it is back, instead of one an attempt. */
function logChanges(redis: Redis, log: Log): void {
  let away = false
  redis.on('error', (error: Error) => {
    if (!away) log.warn({ err: error }, 'Redis is away')
    away = true
  })
  redis.on('ready', () => {
    if (away) log.info('Redis is back')
    away = false
  })
}

async function disconnect(redis: Redis): Promise<void> {
  // Between two attempts there is no connection whose end could be told.
  if (redis.status === 'end' || redis.status === 'reconnecting') return redis.disconnect()
  const ended = new Promise<void>((resolve) => redis.once('end', () => resolve()))
  redis.disconnect()
  await ended
}
