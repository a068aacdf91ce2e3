import { type Message, routingKey } from '@pagebell/messages/define-message'
import type { Log } from '@pagebell/runtime/log'
import type { Channel, ChannelModel, ConsumeMessage } from 'amqplib'
import pLimit from 'p-limit'
import { closeQuietly, endWithChannel, isClosed } from './channel-end.ts'
import { countDeliveries, countHeaders, interruptedHere } from './delivery-count.ts'
import { detectFreezes } from './freeze-detector.ts'
import { deliveryHandler, type Handler } from './handle-delivery.ts'
import { createHandlingMarkers } from './handling-markers.ts'
import type { Move, Source } from './move.ts'
import { createPause, delayUnlessAborted } from './pause.ts'
import { measureQueues } from './queue-metrics.ts'
import { msUntilSettled } from './settling.ts'
import { aloneQueue } from './topology.ts'

export type ConsumeOptions<Declared extends Message = Message> = {
  /** Messages held at once; 10 when absent. */
  prefetch?: number
  /** Handlers at work at once; as many as are held when absent. */
  concurrency?: number
  /** Resolves when the handler's dependencies are available; called while the consumer pauses. */
  probe?: () => Promise<unknown>
  /**
   * Called before a valid message is dead-lettered, and again when that is interrupted; while it throws `unavailable`
   * the message waits.
   */
  onDead?: Handler<Declared>
}

/** Set up again on every new connection. */
export type Attached = AsyncDisposable & { setUp(connection: ChannelModel): Promise<void> }

type QueueConsumerOptions<Declared extends Message> = ConsumeOptions<Declared> & {
  queue: string
  message: Declared
  handler: Handler<Declared>
  move: Move
  log: Log
}

/**
 * Consumes a queue. A message whose consumer was lost moves to a queue that is consumed one at a time: if it kills its
 * consumers, it then affects no other delivery, and is dead-lettered when it has ended two of them there.
 */
export function createConsumer<Declared extends Message>(options: QueueConsumerOptions<Declared>): Attached {
  const { queue, move, log, prefetch = 10, concurrency = prefetch } = options
  const stop = new AbortController()
  const handle = deliveryHandler({ ...options, pause: createPause(options.probe, log, stop.signal) })
  const limit = pLimit(concurrency)
  const freezes = detectFreezes()
  const markers = createHandlingMarkers(queue, log)
  const inProgress = new Set<Promise<void>>()
  const moves = new Set<Promise<void>>()
  let cancels: (() => Promise<unknown>)[] = []
  let closes: (() => Promise<void>)[] = []
  let attached: ChannelModel | undefined
  let open: Channel | undefined
  const measuring = measureQueues(queue, routingKey(options.message), () => open)

  function track(set: Set<Promise<void>>, work: Promise<void>): void {
    const tracked = work
      .catch((error: unknown) => log.error({ err: error, queue }, 'processing a delivery failed'))
      .finally(() => set.delete(tracked))
    set.add(tracked)
  }

  /** Moves it to the queue for such messages, with whether it has ended a process, so that the next copy continues the count. */
  async function setApart(source: Source, delivery: ConsumeMessage, hasEndedProcess: boolean): Promise<void> {
    const counted = countDeliveries(delivery)
    const ended = counted.ended + (hasEndedProcess ? 1 : 0)
    await move(source, delivery, aloneQueue(queue), countHeaders({ ...counted, ended }))
  }

  function onDelivery(source: Source, delivery: ConsumeMessage): void {
    if (interruptedHere(delivery) === 0)
      track(
        inProgress,
        limit(() => handle(source, delivery)),
      )
    // That its process ended is no sign yet: others were in progress with it.
    else track(moves, setApart(source, delivery, false))
  }

  async function onAlone(source: Source, delivery: ConsumeMessage): Promise<void> {
    // Messages that were interrupted together with this one are moved first, since this one may kill the process.
    await Promise.all(moves)
    const id = String(delivery.properties.messageId)
    if (interruptedHere(delivery) === 0) return markers.during(id, () => handle(source, delivery))
    const hasEndedProcess = await markers.remains(id, AbortSignal.any([stop.signal, source.gone]))
    await setApart(source, delivery, hasEndedProcess)
  }

  async function take(
    connection: ChannelModel,
    from: string,
    held: number,
    onMessage: (source: Source, delivery: ConsumeMessage) => void,
  ): Promise<void> {
    const channel = await connection.createChannel()
    closes.push(endWithChannel(connection, channel, log))
    const gone = new AbortController()
    open = channel
    channel.once('close', () => {
      gone.abort()
      if (open === channel) open = undefined
    })
    await channel.prefetch(held)
    const { consumerTag } = await channel.consume(from, (delivery) => {
      // The broker cancels a consumer when its queue loses its leader or is deleted; a new connection consumes again.
      if (delivery) onMessage({ channel, gone: gone.signal, stopping: stop.signal }, delivery)
      else
        void channel
          .close()
          .catch((error: unknown) => log.debug({ err: error, queue }, 'a cancelled channel was closed already'))
    })
    cancels.push(() => channel.cancel(consumerTag))
    // The response comes after the first deliveries, so that those to be moved are known when this returns.
    await channel.checkQueue(from)
  }

  const takeAlone = (connection: ChannelModel): Promise<void> =>
    take(connection, aloneQueue(queue), 1, (source, delivery) => track(inProgress, onAlone(source, delivery)))

  /**
   * Moves last as long as RabbitMQ takes no messages. A service starts and handles other messages meanwhile, so that they
   * are awaited in the background.
   */
  async function takeAloneLater(connection: ChannelModel, delayMs: number): Promise<void> {
    await Promise.all([...moves, delayUnlessAborted(Math.max(0, delayMs), stop.signal)])
    try {
      if (!stop.signal.aborted && attached === connection) await takeAlone(connection)
    } catch (error) {
      // The next connection sets up everything again; this one may be gone already.
      log.warn({ err: error, queue }, 'messages that wait to be consumed alone could not be taken')
      await closeQuietly(connection)
    }
  }

  return {
    async setUp(connection) {
      if (stop.signal.aborted || attached === connection) return
      attached = connection
      freezes.connected()
      await markers.connected(connection, freezes.wasFrozen())
      cancels = []
      closes = []
      await take(connection, queue, prefetch, onDelivery)
      const delayMs = msUntilSettled()
      if (delayMs <= 0 && moves.size === 0) await takeAlone(connection)
      else void takeAloneLater(connection, delayMs)
    },

    async [Symbol.asyncDispose]() {
      stop.abort()
      measuring[Symbol.dispose]()
      freezes[Symbol.dispose]()
      for (const cancel of cancels) {
        await cancel().catch((error: unknown) => {
          if (!isClosed(error)) throw error
        })
      }
      await Promise.all([...inProgress, ...moves])
      await Promise.all(closes.map((close) => close()))
    },
  }
}
