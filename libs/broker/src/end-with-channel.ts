import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '@pagebell/runtime/log'
import type { Channel, ChannelModel } from 'amqplib'

/**
 * A channel that the broker closes is not replaced by amqplib. Its connection ends with it, so that the one way of
 * recovery, a new connection, serves this case too. Answers how to close this channel alone: its last acknowledgements
 * are only certain to count when it is closed before its connection.
 */
export function endWithChannel(connection: ChannelModel, channel: Channel, log: Log): () => Promise<void> {
  const endConnection = () => {
    closeConnection(connection).catch((error: unknown) => {
      log.warn({ err: error }, 'closing a connection to RabbitMQ failed')
    })
  }
  channel.on('error', (error) => log.warn({ err: error }, 'RabbitMQ closed a channel'))
  channel.once('close', endConnection)
  return async () => {
    channel.removeListener('close', endConnection)
    await closeWithin2Seconds(channel)
  }
}

/** Closes the connection; one that is closed already, or whose broker does not answer within 2 s, is left as it is. */
export async function closeConnection(connection: ChannelModel): Promise<void> {
  await closeWithin2Seconds(connection)
}

async function closeWithin2Seconds(open: { close(): Promise<void> }): Promise<void> {
  try {
    await Promise.race([open.close(), delay(2_000, undefined, { ref: false })])
  } catch (error) {
    if (!isClosed(error)) throw error
  }
}

/** True for what amqplib throws when a channel or connection is used after its end. */
export function isClosed(error: unknown): boolean {
  const { name, message } = (error ?? {}) as { name?: unknown; message?: unknown }
  return (
    name === 'IllegalOperationError' || (typeof message === 'string' && /clos(ed|ing)|channel ended/i.test(message))
  )
}
