import { Fault } from '@pagebell/faults/fault'
import { type Body, type Message, routingKey } from '@pagebell/messages/define-message'
import type { Log } from '@pagebell/runtime/log'
import { deadLetters, messageAge, messagesProcessed } from '@pagebell/runtime/metrics'
import { enterSpan, markFailed, type Spanning } from '@pagebell/runtime/span'
import { currentTraceparent } from '@pagebell/runtime/trace'
import type { ConsumeMessage } from 'amqplib'
import { checkRoute } from './check-route.ts'
import { decideFate, type Fate } from './decide-fate.ts'
import { countDeliveries, countHeaders, type DeliveryCount } from './delivery-count.ts'
import { type Extensions, type Unwrapped, unwrap } from './envelope.ts'
import { acknowledge, type Move, type Source } from './move.ts'
import type { Pause } from './pause.ts'
import { aloneQueue, deadQueue, endedProcessesAtMost, interruptionsAtMost, retryQueue } from './topology.ts'

export type Handler<Declared extends Message> = (
  body: Body<Declared>,
  context: { id: string; traceparent: string | undefined; extensions: Extensions; log: Log },
) => Promise<void>

/**
 * How long a message waits in hand for a dependency, in milliseconds. RabbitMQ closes the channel of a consumer that keeps
 * one for 30 minutes; ours gives it back before. One that was delivered before is not held at all: each consumer that dies
 * with it in hand would count as one that it had killed.
 */
const heldAtMostMs = ({ attempts, interruptions }: DeliveryCount): number =>
  attempts + interruptions > 0 ? 0 : 10 * 60_000

type Options<Declared extends Message> = {
  queue: string
  message: Declared
  handler: Handler<Declared>
  onDead?: Handler<Declared>
  pause: Pause
  move: Move
  log: Log
}

/** Brings one delivery to its end: acknowledged, to be tried again later, or among the dead letters. Never throws for the handler. */
export function deliveryHandler<Declared extends Message>({
  queue,
  message,
  handler,
  onDead,
  pause,
  move,
  log,
}: Options<Declared>) {
  return async (source: Source, delivery: ConsumeMessage): Promise<void> => {
    const before = countDeliveries(delivery)
    const attempts = before.attempts + 1
    // An attempt that has come to its end was lived through.
    const counted = countHeaders({ attempts, interruptions: 0, ended: 0 })
    const key = routingKey(message)
    const about = log.child({
      message: key,
      message_id: delivery.properties.messageId,
      delivery: attempts + before.interruptions,
    })

    const bury = async (error: unknown) => {
      about.error({ err: error }, 'a message is dead')
      deadLetters.add(1, { 'messaging.destination.name': key })
      await move(source, delivery, deadQueue(queue), { ...counted, 'x-error': describe(error) })
    }
    const tryLater = async (error: unknown) => {
      about.warn({ err: error }, 'a message will be tried again')
      await move(source, delivery, retryQueue(queue), { ...counted, 'x-error': describe(error) })
    }

    const isGivenUp = before.interruptions >= interruptionsAtMost || before.ended >= endedProcessesAtMost
    const wentAway =
      before.ended >= endedProcessesAtMost
        ? `It ended or froze ${before.ended} processes.`
        : `Its consumer went away with it ${before.interruptions} times.`

    let unwrapped: Unwrapped<Declared>
    try {
      checkRoute(delivery, [key, queue, aloneQueue(queue)])
      unwrapped = unwrap(message, delivery)
    } catch (error) {
      return bury(error)
    }

    const { id, traceparent, extensions, publishedAt, body } = unwrapped
    messageAge.record(Math.max(0, Date.now() - publishedAt) / 1_000, { 'messaging.destination.name': key })

    /** False if whoever is to know cannot be told now. */
    const isToldDead = async (): Promise<boolean> => {
      try {
        await onDead?.(body, { id, traceparent: currentTraceparent(), extensions, log: about })
      } catch (error) {
        about.warn({ err: error }, 'that a message is dead could not be noted')
        // What is wrong with the message may be wrong for the note too; it is among the dead letters all the same.
        return decideFate(error, attempts) !== 'wait'
      }
      return true
    }

    const attempt = (): Promise<Fate | 'done'> =>
      enterSpan(traceparent, processing(key, id), async (span) => {
        try {
          if (isGivenUp) throw new Error(wentAway)
          await handler(body, { id, traceparent: currentTraceparent(), extensions, log: about })
          pause.healthy()
          acknowledge(source.channel, delivery)
          return 'done'
        } catch (error) {
          markFailed(span, error)
          const fate = isGivenUp ? 'dead' : decideFate(error, attempts)
          if (fate === 'dead' && !(await isToldDead())) return 'wait'
          if (fate === 'dead') await bury(error)
          else if (fate === 'retry') await tryLater(error)
          else about.warn({ err: error }, 'a dependency is away: the consumer pauses')
          return fate
        }
      })

    let hasSurvived = false
    while (await pause.over(heldAtMostMs(before))) {
      // A channel that is gone has given the message back; somebody else may be at it already.
      if (source.gone.aborted) return
      const began = performance.now()
      const fate = await attempt()
      const labels = { 'messaging.destination.name': key, 'pagebell.fate': fate }
      messagesProcessed.record((performance.now() - began) / 1_000, labels)
      if (fate !== 'wait') return
      hasSurvived = !isGivenUp
      pause.begin()
    }
    // Stopping, or held for too long: back to the queue by way of the retry queue, without counting this delivery. A message
    // that a consumer has lived through is not what killed the others: what waits in an outage is no poison.
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

/** Short enough for a header, and without what a fault keeps to itself. */
function describe(error: unknown): string {
  const text = error instanceof Fault ? `${error.code}: ${error.message}` : String(error)
  return text.slice(0, 500)
}
