import { Fault } from '@pagebell/faults/fault'
import { type Body, type Message, routingKey } from '@pagebell/messages/define-message'
import type { Log } from '@pagebell/runtime/log'
import { enterSpan, markFailed, type Spanning } from '@pagebell/runtime/span'
import { currentTraceparent } from '@pagebell/runtime/trace'
import type { ConsumeMessage } from 'amqplib'
import { countDeliveries, countHeaders, type DeliveryCount } from './delivery-count.ts'
import { checkRoutingKey, type Extensions, type Unwrapped, unwrap } from './envelope.ts'
import { deadLetters, messageAge, messagesProcessed } from './metrics.ts'
import { acknowledge, type Move, type Source } from './move.ts'
import { type NextState, nextState } from './next-state.ts'
import type { Pause } from './pause.ts'
import { aloneQueue, deadQueue, maxEndedProcesses, maxInterruptions, retryQueue } from './topology.ts'

export type Handler<Declared extends Message> = (
  body: Body<Declared>,
  context: { id: string; traceparent: string | undefined; extensions: Extensions; log: Log },
) => Promise<void>

/**
 * How long a message is held while a dependency is unavailable. RabbitMQ closes the channel of a consumer that holds
 * one for 30 minutes. A message that was delivered before is not held at all: each consumer that dies meanwhile would
 * count as one that the message has killed.
 */
const holdTimeoutMs = ({ attempts, interruptions }: DeliveryCount): number =>
  attempts + interruptions > 0 ? 0 : 10 * 60_000

type DeliveryHandlerOptions<Declared extends Message> = {
  queue: string
  message: Declared
  handler: Handler<Declared>
  onDead?: Handler<Declared>
  pause: Pause
  move: Move
  log: Log
}

/** Handles one delivery until it is acknowledged, in the retry queue or dead-lettered. Never rejects because of the handler. */
export function deliveryHandler<Declared extends Message>({
  queue,
  message,
  handler,
  onDead,
  pause,
  move,
  log,
}: DeliveryHandlerOptions<Declared>) {
  return async (source: Source, delivery: ConsumeMessage): Promise<void> => {
    const before = countDeliveries(delivery)
    const attempts = before.attempts + 1
    // The process has survived an attempt that ends.
    const counted = countHeaders({ attempts, interruptions: 0, ended: 0 })
    const key = routingKey(message)
    const about = log.child({
      message: key,
      message_id: delivery.properties.messageId,
      delivery: attempts + before.interruptions,
    })

    const deadLetter = async (error: unknown) => {
      about.error({ err: error }, 'a message is dead')
      deadLetters.add(1, { 'messaging.destination.name': key })
      await move(source, delivery, deadQueue(queue), { ...counted, 'x-error': describe(error) })
    }
    const retryLater = async (error: unknown) => {
      about.warn({ err: error }, 'a message will be tried again')
      await move(source, delivery, retryQueue(queue), { ...counted, 'x-error': describe(error) })
    }

    const isGivenUp = before.interruptions >= maxInterruptions || before.ended >= maxEndedProcesses
    const reasonGivenUp =
      before.ended >= maxEndedProcesses
        ? `It ended or froze ${before.ended} processes.`
        : `Its consumer went away with it ${before.interruptions} times.`

    let unwrapped: Unwrapped<Declared>
    try {
      checkRoutingKey(delivery, [key, queue, aloneQueue(queue)])
      unwrapped = unwrap(message, delivery)
    } catch (error) {
      return deadLetter(error)
    }

    const { id, traceparent, extensions, publishedAt, body } = unwrapped
    messageAge.record(Math.max(0, Date.now() - publishedAt) / 1_000, { 'messaging.destination.name': key })

    /** False if `onDead` is unavailable, so that the message must wait. */
    const onDeadSucceeded = async (): Promise<boolean> => {
      try {
        await onDead?.(body, { id, traceparent: currentTraceparent(), extensions, log: about })
      } catch (error) {
        about.warn({ err: error }, 'that a message is dead could not be noted')
        // What is wrong with the message may fail here too; it is dead-lettered all the same.
        return nextState(error, attempts) !== 'wait'
      }
      return true
    }

    const attempt = (): Promise<NextState | 'done'> =>
      enterSpan(traceparent, processing(key, id), async (span) => {
        try {
          if (isGivenUp) throw new Error(reasonGivenUp)
          await handler(body, { id, traceparent: currentTraceparent(), extensions, log: about })
          pause.healthy()
          acknowledge(source.channel, delivery)
          return 'done'
        } catch (error) {
          markFailed(span, error)
          const state = isGivenUp ? 'dead' : nextState(error, attempts)
          if (state === 'dead' && !(await onDeadSucceeded())) return 'wait'
          if (state === 'dead') await deadLetter(error)
          else if (state === 'retry') await retryLater(error)
          else about.warn({ err: error }, 'a dependency is away: the consumer pauses')
          return state
        }
      })

    let hasSurvived = false
    while (await pause.over(holdTimeoutMs(before))) {
      // A lost channel has returned the message to its queue, and another consumer may have it.
      if (source.gone.aborted) return
      const startedAt = performance.now()
      const state = await attempt()
      const labels = { 'messaging.destination.name': key, 'pagebell.fate': state }
      messagesProcessed.record((performance.now() - startedAt) / 1_000, labels)
      if (state !== 'wait') return
      hasSurvived = !isGivenUp
      pause.begin()
    }
    // Stopping, or held for too long: back to its queue through the retry queue, without counting this delivery. A
    // message that a consumer has survived did not kill the others: it waited in an outage.
    const counts = hasSurvived ? { ...before, interruptions: 0, ended: 0 } : before
    await move(source, delivery, retryQueue(queue), countHeaders(counts))
  }
}

const processing = (key: string, id: string): Spanning => ({
  name: `process ${key}`,
  kind: 'consumer',
  attributes: {
    'messaging.system': 'rabbitmq',
    'messaging.operation.name': 'process',
    'messaging.destination.name': key,
    'messaging.message.id': id,
  },
})

/** Short enough for a header, and without details of a fault. */
function describe(error: unknown): string {
  const text = error instanceof Fault ? `${error.code}: ${error.message}` : String(error)
  return text.slice(0, 500)
}
