import type { Log } from '@pagebell/runtime/log'
import { withTimeout } from '@pagebell/runtime/with-timeout'
import type { Channel, ChannelModel } from 'amqplib'

const closeTimeoutMs = 2_000

/**
 * Ends the connection when the broker closes this channel, which amqplib does not replace, so that a new connection
 * recovers from that too. Returns a function that closes the channel alone: its last acknowledgements are certain to
 * count only if it is closed before its connection.
 */
export function endWithChannel(connection: ChannelModel, channel: Channel, log: Log): () => Promise<void> {
  const end = () => endConnection(connection, log)
  channel.on('error', (error) => log.warn({ err: error }, 'RabbitMQ closed a channel'))
  channel.once('close', end)
  return async () => {
    channel.removeListener('close', end)
    await closeQuietly(channel)
  }
}

/** Starts to close a connection. Never throws. */
export function endConnection(connection: ChannelModel, log: Log): void {
  closeQuietly(connection).catch((error: unknown) => {
    log.warn({ err: error }, 'closing a connection to RabbitMQ failed')
  })
}

/** Closes it; ignores one that is already closed, or whose broker does not respond within 2 s. */
export async function closeQuietly(open: { close(): Promise<void> }): Promise<void> {
  const timedOut = new Error(`RabbitMQ did not answer within ${closeTimeoutMs} ms.`)
  try {
    await withTimeout(open.close(), closeTimeoutMs, () => timedOut)
  } catch (error) {
    if (error !== timedOut && !isClosed(error)) throw error
  }
}

/** True for what amqplib throws when a channel or connection is used after its end. */
export function isClosed(error: unknown): boolean {
  const { name, message } = (error ?? {}) as { name?: unknown; message?: unknown }
  return (
    name === 'IllegalOperationError' || (typeof message === 'string' && /clos(ed|ing)|channel ended/i.test(message))
  )
}
