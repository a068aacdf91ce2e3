import { Fault } from '@pagebell/faults/fault'
import type { Channel, ConsumeMessage, Message } from 'amqplib'
import { isClosed } from './channel-end.ts'
import { delayUnlessAborted } from './pause.ts'
import type { Send } from './publisher.ts'

/** The channel of a delivery. `gone` is aborted when it ends and unacknowledged messages return to their queue. */
export type Source = { channel: Channel; gone: AbortSignal }

/** Publishes a message to another queue, and acknowledges it in this one when the broker has confirmed that. */
export type Move = (
  source: Source,
  delivery: ConsumeMessage,
  queue: string,
  headers: Record<string, unknown>,
) => Promise<void>

/** Moves through this exchange. Retries while the publishing connection is away, until the channel ends. */
export function mover(send: Send, exchange: string): Move {
  return async ({ channel, gone }, delivery, queue, headers) => {
    while (!gone.aborted) {
      if (await trySend(() => send(exchange, queue, delivery.content, resend(delivery, headers))))
        return acknowledge(channel, delivery)
      await delayUnlessAborted(500, gone)
    }
  }
}

async function trySend(send: () => Promise<void>): Promise<boolean> {
  try {
    await send()
    return true
  } catch (error) {
    if (error instanceof Fault && error.kind === 'unavailable') return false
    throw error
  }
}

/** The properties of a moved message, without RabbitMQ's own count and without headers set to undefined. */
export function resend({ properties }: Message, headers: Record<string, unknown>) {
  const { 'x-delivery-count': _counted, ...kept } = properties.headers ?? {}
  const all = Object.entries({ ...kept, ...headers }).filter(([, value]) => value !== undefined)
  const { messageId, contentType } = properties
  return { messageId, contentType, persistent: true, mandatory: true, headers: Object.fromEntries(all) }
}

/** Acknowledges a message. If the channel is gone, it is delivered again, and consumers are idempotent by its id. */
export function acknowledge(channel: Channel, delivery: ConsumeMessage): void {
  try {
    channel.ack(delivery)
  } catch (error) {
    if (!isClosed(error)) throw error
  }
}
