import type { Log } from '@pagebell/runtime/log'
import { Cluster, Redis, type RedisOptions } from 'ioredis'

type RedisConnectionOptions = {
  /** One URL; the nodes of a Redis Cluster, comma-separated; or one address of a cluster, as `redis+cluster://`. */
  url: string
  /** Prefix of every key, so that several systems may share one server. */
  prefix?: string
  log: Log
}

/**
 * A connection that fails fast: a command fails within 250 ms when Redis is unreachable or unresponsive, is never sent
 * twice, and the connection reconnects by itself. Commands are queued only until the first attempt to connect has
 * ended. The keys of one command, script or pipeline must share a hash tag, since they may be on a cluster.
 */
export function connectRedis({ url, prefix = '', log }: RedisConnectionOptions): Redis & AsyncDisposable {
  const nodes = url.split(',').map((node) => node.trim().replace('+cluster://', '://'))
  const isCluster = nodes.length > 1 || /^rediss?\+cluster:/.test(url)
  // A cluster has the same commands as one server.
  const redis = isCluster ? (connectCluster(nodes, prefix) as unknown as Redis) : connectServer(url, prefix)
  logChanges(redis, log)
  return Object.assign(redis, { [Symbol.asyncDispose]: () => disconnect(redis) })
}

const timeouts = {
  connectTimeout: 2_000,
  // An unresponsive server is disconnected after this time, so that another one behind the address can be found.
  socketTimeout: 5_000,
  commandTimeout: 250,
  maxRetriesPerRequest: 0,
  // The default runs a script twice when its response was lost.
  autoResendUnfulfilledCommands: false,
} satisfies RedisOptions

const backOff = (attempt: number): number => Math.min(50 * 2 ** attempt, 2_000) * (0.5 + Math.random() / 2)

function connectServer(url: string, prefix: string): Redis {
  const redis = new Redis(url, { ...timeouts, keyPrefix: prefix, retryStrategy: backOff })
  const stopQueueing = () => {
    redis.options.enableOfflineQueue = false
  }
  redis.once('ready', stopQueueing)
  redis.once('close', stopQueueing)
  return redis
}

function connectCluster(nodes: string[], prefix: string): Cluster {
  const { protocol, username, password } = new URL(nodes[0] ?? '')
  const cluster = new Cluster(nodes, {
    keyPrefix: prefix,
    // All nodes of the cluster get the credentials of the first configured one.
    redisOptions: {
      ...timeouts,
      ...(username === '' ? {} : { username: decodeURIComponent(username) }),
      ...(password === '' ? {} : { password: decodeURIComponent(password) }),
      ...(protocol === 'rediss:' ? { tls: {} } : {}),
    },
    clusterRetryStrategy: backOff,
    // A command whose connection broke may have been executed: it fails, and is not sent to another node.
    retryDelayOnFailover: 0,
    // So only this refresh finds the replacement of a lost master.
    slotsRefreshInterval: 1_000,
    maxRedirections: 3,
    retryDelayOnClusterDown: 50,
    retryDelayOnTryAgain: 50,
  })
  const stopQueueing = () => {
    cluster.options.enableOfflineQueue = false
  }
  // Commands for a node that is still connecting would be refused, so every node is connected in advance.
  cluster.on('+node', (node: Redis) => void node.ping().catch(ignoreSinceClusterReports))
  cluster.once('ready', () => void Promise.allSettled(cluster.nodes().map((node) => node.ping())).then(stopQueueing))
  cluster.once('close', stopQueueing)
  return cluster
}

/** One line when Redis becomes unreachable and one when it is back, instead of one per attempt. */
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
  // Between two attempts, and before a cluster knows its nodes, there is no connection, and `end` is not emitted.
  const hasNone = redis.status === 'reconnecting' || knowsNoNode(redis)
  if (redis.status === 'end' || hasNone) return redis.disconnect()
  const ended = new Promise<void>((resolve) => redis.once('end', () => resolve()))
  redis.disconnect()
  await ended
}

const knowsNoNode = (redis: unknown): boolean => redis instanceof Cluster && redis.nodes().length === 0

function ignoreSinceClusterReports(): void {}
