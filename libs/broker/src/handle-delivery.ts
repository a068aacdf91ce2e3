import { Fault } from '@pagebell/faults/fault'
import { type Body, type Message, routingKey } from '@pagebell/messages/define-message'
import type { Log } from '@pagebell/runtime/log'
import { inTrace } from '@pagebell/runtime/trace'
import type { ConsumeMessage } from 'amqplib'
import { decideFate } from './decide-fate.ts'
import { attemptsHeader, countDeliveries } from './delivery-count.ts'
import { unwrap } from './envelope.ts'
import { acknowledge, type Move, type Source } from './move.ts'
import type { Pause } from './pause.ts'
import { deadQueue, deliveriesAtMost, retryQueue } from './topology.ts'

export type Handler<Declared extends Message> = (
  body: Body<Declared>,
  context: { id: string; traceparent: string | undefined; log: Log },
) => Promise<void>

/** RabbitMQ closes the channel of a consumer that keeps a message for 30 minutes; ours gives it back before. */
const heldAtMostMs = 10 * 60_000

type Options<Declared extends Message> = {
  queue: string
  message: Declared
  handler: Handler<Declared>
  pause: Pause
  move: Move
  log: Log
}

/** Brings one delivery to its end: acknowledged, to be tried again later, or among the dead letters. Never throws for the handler. */
export function deliveryHandler<Declared extends Message>({
  queue,
  message,
  handler,
  pause,
  move,
  log,
}: Options<Declared>) {
  return async (source: Source, delivery: ConsumeMessage): Promise<void> => {
    const deliveries = countDeliveries(delivery)
    const about = log.child({
      message: routingKey(message),
      message_id: delivery.properties.messageId,
      delivery: deliveries,
    })

    const bury = async (error: unknown) => {
      about.error({ err: error }, 'a message is dead')
      await move(source, delivery, deadQueue(queue), { [attemptsHeader]: deliveries, 'x-error': describe(error) })
    }
    const tryLater = async (error: unknown) => {
      about.warn({ err: error }, 'a message will be tried again')
      await move(source, delivery, retryQueue(queue), { [attemptsHeader]: deliveries, 'x-error': describe(error) })
    }

    if (deliveries > deliveriesAtMost) {
      return bury(new Error(`Its consumer went away with it ${deliveries - 1} times.`))
    }

    let unwrapped: ReturnType<typeof unwrap<Declared>>
    try {
      unwrapped = unwrap(message, delivery)
    } catch (error) {
      return bury(error)
    }

    const { id, traceparent, body } = unwrapped
    while (await pause.over(heldAtMostMs)) {
      // A channel that is gone has given the message back; somebody else may be at it already.
      if (source.gone.aborted) return
      try {
        await inTrace(traceparent, () => handler(body, { id, traceparent, log: about }))
        pause.healthy()
        return acknowledge(source.channel, delivery)
      } catch (error) {
        const fate = decideFate(error, deliveries)
        if (fate === 'dead') return bury(error)
        if (fate === 'retry') return tryLater(error)
        about.warn({ err: error }, 'a dependency is away: the consumer pauses')
        pause.begin()
      }
    }
    // Stopping, or held for too long: back to the queue by way of the retry queue, without counting this delivery.
    await move(source, delivery, retryQueue(queue), { [attemptsHeader]: deliveries - 1 })
  }
}

/** Short enough for a header, and without what a fault keeps to itself. */
function describe(error: unknown): string {
  const text = error instanceof Fault ? `${error.code}: ${error.message}` : String(error)
  return text.slice(0, 500)
}
