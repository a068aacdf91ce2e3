import { setTimeout as delay } from 'node:timers/promises'
import { Fault } from '@pagebell/faults/fault'
import type { Channel, ConsumeMessage, Message } from 'amqplib'
import { isClosed } from './end-with-channel.ts'
import type { Send } from './publisher.ts'

/** A channel from which messages come; the signal tells its end, when all that is not acknowledged goes back. */
export type Source = { channel: Channel; gone: AbortSignal }

/** Puts a message into another queue and takes it from this one only when the other has it. */
export type Move = (
  source: Source,
  delivery: ConsumeMessage,
  queue: string,
  headers: Record<string, unknown>,
) => Promise<void>

/** Moves through this exchange. It goes on while the publishing connection is away, and ends early only with the channel. */
export function mover(send: Send, exchange: string): Move {
  return async ({ channel, gone }, delivery, queue, headers) => {
    while (!gone.aborted) {
      if (await trySend(() => send(exchange, queue, delivery.content, resend(delivery, headers))))
        return acknowledge(channel, delivery)
      await delay(500, undefined, { signal: gone }).catch(ignoreAbort)
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

/** The properties with which a message is sent on. What RabbitMQ counted stays behind, and so does a header set to undefined. */
export function resend({ properties }: Message, headers: Record<string, unknown>) {
  const { 'x-delivery-count': _counted, ...kept } = properties.headers ?? {}
  const all = Object.entries({ ...kept, ...headers }).filter(([, value]) => value !== undefined)
  const { messageId, contentType } = properties
  return { messageId, contentType, persistent: true, mandatory: true, headers: Object.fromEntries(all) }
}

/** Tells the broker that a message is done. On a channel that is gone, the message comes again, and its id tells. */
export function acknowledge(channel: Channel, delivery: ConsumeMessage): void {
  try {
    channel.ack(delivery)
  } catch (error) {
    if (!isClosed(error)) throw error
  }
}

function ignoreAbort(error: Error): void {
  if (error.name !== 'AbortError') throw error
}
