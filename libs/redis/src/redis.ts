import type { Log } from '@pagebell/runtime/log'
import { Cluster, Redis, type RedisOptions } from 'ioredis'

type Options = {
  /** One URL; the nodes of a Redis Cluster, comma-separated; or one address of a cluster, as `redis+cluster://`. */
  url: string
  /** Put before every key, so that several systems may share one server. */
  prefix?: string
  log: Log
}

/**
 * A connection that never makes its caller wait: a command fails within 250 ms when Redis is away or silent, is never
 * sent twice, and the connection heals by itself. Only until the first attempt to connect has ended are commands queued.
 * The keys of one command, script or pipeline must share a hash tag, for they may be on a cluster.
 */
export function connectRedis({ url, prefix = '', log }: Options): Redis & AsyncDisposable {
  const nodes = url.split(',').map((node) => node.trim().replace('+cluster://', '://'))
  const isCluster = nodes.length > 1 || /^rediss?\+cluster:/.test(url)
  // The commands of a cluster are those of one server.
  const redis = isCluster ? (connectCluster(nodes, prefix) as unknown as Redis) : connectServer(url, prefix)
  logChanges(redis, log)
  return Object.assign(redis, { [Symbol.asyncDispose]: () => disconnect(redis) })
}

const patience = {
  connectTimeout: 2_000,
  // A server that is silent for this long is left, so that the next one behind the address can be found.
  socketTimeout: 5_000,
  commandTimeout: 250,
  maxRetriesPerRequest: 0,
  // The default runs a script twice when its answer was lost.
  autoResendUnfulfilledCommands: false,
} satisfies RedisOptions

const backOff = (attempt: number): number => Math.min(50 * 2 ** attempt, 2_000) * (0.5 + Math.random() / 2)

function connectServer(url: string, prefix: string): Redis {
  const redis = new Redis(url, { ...patience, keyPrefix: prefix, retryStrategy: backOff })
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
    // Nodes that the cluster names are met with the credentials of the first that we were told of.
    redisOptions: {
      ...patience,
      ...(username === '' ? {} : { username: decodeURIComponent(username) }),
      ...(password === '' ? {} : { password: decodeURIComponent(password) }),
      ...(protocol === 'rediss:' ? { tls: {} } : {}),
    },
    clusterRetryStrategy: backOff,
    // A command whose connection broke may have been carried out: it fails, and is not given to another node.
    retryDelayOnFailover: 0,
    // So nothing but this tells who has taken the place of a master that is gone.
    slotsRefreshInterval: 1_000,
    maxRedirections: 3,
    retryDelayOnClusterDown: 50,
    retryDelayOnTryAgain: 50,
  })
  const stopQueueing = () => {
    cluster.options.enableOfflineQueue = false
  }
  // While a node is being connected to, commands for it would be refused: every node is, before one is needed.
  cluster.on('+node', (node: Redis) => void node.ping().catch(ignoreSinceClusterTells))
  cluster.once('ready', () => void Promise.allSettled(cluster.nodes().map((node) => node.ping())).then(stopQueueing))
  cluster.once('close', stopQueueing)
  return cluster
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
  // Between two attempts, and before a cluster knows its nodes, there is no connection whose end could be told.
  const hasNone = redis.status === 'reconnecting' || knowsNoNode(redis)
  if (redis.status === 'end' || hasNone) return redis.disconnect()
  const ended = new Promise<void>((resolve) => redis.once('end', () => resolve()))
  redis.disconnect()
  await ended
}

const knowsNoNode = (redis: unknown): boolean => redis instanceof Cluster && redis.nodes().length === 0

function ignoreSinceClusterTells(): void {}
