import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '@pagebell/runtime/log'
import amqp, { type ChannelModel } from 'amqplib'
import { closeConnection } from './end-with-channel.ts'

export type KeptConnection = AsyncDisposable & {
  /** Resolves once the first round over all nodes has ended, with or without a connection. */
  firstRound: Promise<void>
}

type Options = {
  /** Comma-separated for a cluster. */
  url: string
  /** As the management page shows it. */
  name: string
  log: Log
  /** Makes channels on each new connection. The connection is given up when it throws. */
  setUp: (connection: ChannelModel) => Promise<void>
  /** Called when a connection that had been set up is gone. */
  onLost: () => void
}

const shortestPauseMs = 200
const longestPauseMs = 5_000

/** Holds one connection to any of the nodes, and makes a new one whenever it is lost. */
export function keepConnected({ url, name, log, setUp, onLost }: Options): KeptConnection {
  const stop = new AbortController()
  const firstRound = Promise.withResolvers<void>()
  let current: ChannelModel | undefined

  async function connectAny(): Promise<ChannelModel> {
    let last: unknown
    for (const node of shuffle(url.split(','))) {
      try {
        return await connectNode(node, name)
      } catch (error) {
        last = error
      }
    }
    throw last
  }

  async function holdOne(): Promise<void> {
    const connection = await connectAny()
    const closed = new Promise<void>((resolve) => connection.once('close', () => resolve()))
    connection.on('error', (error) => log.warn({ err: error }, 'the connection to RabbitMQ broke'))
    current = connection
    try {
      if (stop.signal.aborted) return
      await setUp(connection)
      firstRound.resolve()
      await closed
    } finally {
      current = undefined
      onLost()
      await closeConnection(connection)
    }
  }

  async function keep(): Promise<void> {
    let pauseMs = shortestPauseMs
    let awaySince: number | undefined
    while (!stop.signal.aborted) {
      const started = performance.now()
      try {
        await holdOne()
      } catch (error) {
        // One line an outage, not one an attempt.
        if (awaySince === undefined) log.warn({ err: error }, 'RabbitMQ is away')
        awaySince ??= started
      }
      firstRound.resolve()
      if (performance.now() - started > longestPauseMs) {
        pauseMs = shortestPauseMs
        awaySince = undefined
      }
      await delay(pauseMs * (0.5 + Math.random() / 2), undefined, { signal: stop.signal }).catch(ignoreAbort)
      pauseMs = Math.min(pauseMs * 2, longestPauseMs)
    }
  }

  const done = keep()
  return {
    firstRound: firstRound.promise,
    async [Symbol.asyncDispose]() {
      stop.abort()
      if (current) await closeConnection(current)
      await done
    },
  }
}

async function connectNode(node: string, name: string): Promise<ChannelModel> {
  const url = new URL(node)
  // Two missed heartbeats end a connection to a node that hangs.
  if (!url.searchParams.has('heartbeat')) url.searchParams.set('heartbeat', '5')
  return amqp.connect(url.href, {
    timeout: 3_000,
    noDelay: true,
    keepAlive: true,
    clientProperties: { connection_name: name },
  })
}

function ignoreAbort(error: Error): void {
  if (error.name !== 'AbortError') throw error
}

function shuffle<T>(items: T[]): T[] {
  return items
    .map((item) => ({ item, rank: Math.random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item)
}
