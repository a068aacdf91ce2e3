import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '@pagebell/runtime/log'
import type { Channel, ChannelModel } from 'amqplib'

/**
 * A channel that the broker closes is not replaced by amqplib. Its connection ends with it, so that the one way of
 * recovery, a new connection, serves this case too.
 */
export function endWithChannel(connection: ChannelModel, channel: Channel, log: Log): void {
  channel.on('error', (error) => log.warn({ err: error }, 'RabbitMQ closed a channel'))
  channel.once('close', () => {
    closeConnection(connection).catch((error: unknown) =>
      log.warn({ err: error }, 'closing a connection to RabbitMQ failed'),
    )
  })
}

/** Closes the connection; one that is closed already, or whose broker does not answer within 2 s, is left as it is. */
export async function closeConnection(connection: ChannelModel): Promise<void> {
  try {
    await Promise.race([connection.close(), delay(2_000, undefined, { ref: false })])
  } catch (error) {
    if (!isClosed(error)) throw error
  }
}

/** True for what amqplib throws when a channel or connection is used after its end. */
export function isClosed(error: unknown): boolean {
  return error instanceof Error && (error.name === 'IllegalOperationError' || /clos(ed|ing)/i.test(error.message))
}
