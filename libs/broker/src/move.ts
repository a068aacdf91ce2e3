import { Fault } from '@pagebell/faults/fault'
import type { Log } from '@pagebell/runtime/log'
import type { Channel, ConsumeMessage, Message } from 'amqplib'
import { isClosed } from './channel-end.ts'
import { delayUnlessAborted } from './pause.ts'
import type { Send } from './publisher.ts'

/**
 * The channel of a delivery. `gone` is aborted when it ends and unacknowledged messages return to their queue, `stopping`
 * when its consumer is to end it.
 */
export type Source = { channel: Channel; gone: AbortSignal; stopping: AbortSignal }

/** Publishes a message to another queue, and acknowledges it in this one when the broker has confirmed that. */
export type Move = (
  source: Source,
  delivery: ConsumeMessage,
  queue: string,
  headers: Record<string, unknown>,
) => Promise<void>

/**
 * Moves through this exchange. Retries until the channel ends, whatever the reason: a message that is neither
 * acknowledged nor moved keeps its place among those that the consumer holds. So the publisher notices as well when it
 * has to connect again, which restores bindings. A consumer that stops does not wait for a broker that takes no messages:
 * what could not be moved returns to its queue when the channel is closed.
 */
export function mover(send: Send, exchange: string, log: Log): Move {
  return async ({ channel, gone, stopping }, delivery, queue, headers) => {
    let isReported = false

    async function isSent(): Promise<boolean> {
      try {
        await send(exchange, queue, delivery.content, resend(delivery, headers))
        return true
      } catch (error) {
        if (!isReported && !isUnavailable(error)) {
          isReported = true
          log.warn({ err: error, queue }, 'a message could not be moved, and waits for that')
        }
        return false
      }
    }

    while (!gone.aborted) {
      if (await isSent()) return acknowledge(channel, delivery)
      if (stopping.aborted) return
      await delayUnlessAborted(500, AbortSignal.any([gone, stopping]))
    }
  }
}

const isUnavailable = (error: unknown): boolean => error instanceof Fault && error.kind === 'unavailable'

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
