import type { Log } from '@pagebell/runtime/log'
import type { ChannelModel } from 'amqplib'
import { closeQuietly } from './channel-end.ts'
import { connectToAny } from './connect-to-any.ts'
import { delayUnlessAborted } from './pause.ts'

export type KeptConnection = AsyncDisposable & {
  /** Resolves once the first round over all nodes has ended, with or without a connection. */
  firstRound: Promise<void>
}

type ConnectionOptions = {
  /** Comma-separated for a cluster. */
  url: string
  /** Shown by RabbitMQ's management page. */
  name: string
  log: Log
  /** Opens channels on each new connection. The connection is closed when it throws. */
  setUp: (connection: ChannelModel) => Promise<void>
  /** Called when a connection is lost. */
  onLost: () => void
}

const minPauseMs = 200
const maxPauseMs = 5_000

/** Holds one connection to any of the nodes, and makes a new one whenever it is lost. */
export function keepConnected({ url, name, log, setUp, onLost }: ConnectionOptions): KeptConnection {
  const stop = new AbortController()
  const firstRound = Promise.withResolvers<void>()
  let current: ChannelModel | undefined

  async function holdOne(): Promise<void> {
    const connection = await connectToAny(url, name)
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
      await closeQuietly(connection)
    }
  }

  async function keep(): Promise<void> {
    let pauseMs = minPauseMs
    let awaySince: number | undefined
    while (!stop.signal.aborted) {
      const started = performance.now()
      try {
        await holdOne()
      } catch (error) {
        // One line per outage, not per attempt.
        if (awaySince === undefined) log.warn({ err: error }, 'RabbitMQ is away')
        awaySince ??= started
      }
      firstRound.resolve()
      if (performance.now() - started > maxPauseMs) {
        pauseMs = minPauseMs
        awaySince = undefined
      }
      await delayUnlessAborted(pauseMs * (0.5 + Math.random() / 2), stop.signal)
      pauseMs = Math.min(pauseMs * 2, maxPauseMs)
    }
  }

  const done = keep()
  return {
    firstRound: firstRound.promise,
    async [Symbol.asyncDispose]() {
      stop.abort()
      if (current) await closeQuietly(current)
      await done
    },
  }
}
