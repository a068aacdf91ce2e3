import { type Message, routingKey } from '@pagebell/messages/define-message'
import type { Log } from '@pagebell/runtime/log'
import type { Channel, ChannelModel, ConsumeMessage } from 'amqplib'
import { countDeliveries, countHeaders, interruptedHere } from './delivery-count.ts'
import { closeConnection, endWithChannel, isClosed } from './end-with-channel.ts'
import { deliveryHandler, type Handler } from './handle-delivery.ts'
import { measureQueues } from './measure-queues.ts'
import type { Move, Source } from './move.ts'
import { createPause } from './pause.ts'
import { createSlots } from './slots.ts'
import { tellOutages } from './tell-outages.ts'
import { aloneQueue } from './topology.ts'

export type ConsumeOptions<Declared extends Message = Message> = {
  /** Messages held at once; 10 when absent. */
  prefetch?: number
  /** Handlers at work at once; as many as are held when absent. */
  concurrency?: number
  /** Resolves when what the handler depends on is there; asked while the consumer pauses. */
  probe?: () => Promise<unknown>
  /**
   * Called before a message whose body can be read goes to the dead letters, and again when that is interrupted; while it
   * throws `unavailable` the message waits.
   */
  onDead?: Handler<Declared>
}

/**
 * How old a process is, in milliseconds, before it takes messages that may have ended another. Processes that end soon
 * after their start, as after a bad deployment, then do not make a dead letter of every message that was in their hands.
 */
const provenMs = 5_000

/** What is set up again on every new connection. */
export type Attached = AsyncDisposable & { setUp(connection: ChannelModel): Promise<void> }

type Options<Declared extends Message> = ConsumeOptions<Declared> & {
  queue: string
  message: Declared
  handler: Handler<Declared>
  move: Move
  log: Log
}

/**
 * Takes messages from a queue. One whose consumer went away in the middle moves to a queue of its own kind, consumed one
 * at a time: if it is what kills consumers, it then takes no neighbour's deliveries with it, and the third consumer lays it
 * among the dead letters.
 */
export function createConsumer<Declared extends Message>(options: Options<Declared>): Attached {
  const { queue, move, log, prefetch = 10, concurrency = prefetch } = options
  const stop = new AbortController()
  const handle = deliveryHandler({ ...options, pause: createPause(options.probe, log, stop.signal) })
  const slots = createSlots(concurrency)
  const outages = tellOutages()
  const underWay = new Set<Promise<void>>()
  const moves = new Set<Promise<void>>()
  let cancels: (() => Promise<unknown>)[] = []
  let closes: (() => Promise<void>)[] = []
  let attached: ChannelModel | undefined
  let open: Channel | undefined
  let waiting: NodeJS.Timeout | undefined
  const measuring = measureQueues(queue, routingKey(options.message), () => open)

  function track(set: Set<Promise<void>>, work: Promise<void>): void {
    const tracked = work
      .catch((error: unknown) => log.error({ err: error, queue }, 'a delivery could not be brought to its end'))
      .finally(() => set.delete(tracked))
    set.add(tracked)
  }

  async function inSlot(source: Source, delivery: ConsumeMessage): Promise<void> {
    await slots.take()
    try {
      await handle(source, delivery)
    } finally {
      slots.give()
    }
  }

  /** With what ended its last consumer written down, so that the next copy goes on counting. */
  async function setApart(source: Source, delivery: ConsumeMessage): Promise<void> {
    const counted = countDeliveries(delivery)
    const ended = counted.ended + (outages.endedProcess() ? 1 : 0)
    await move(source, delivery, aloneQueue(queue), countHeaders({ ...counted, ended }))
  }

  function onDelivery(source: Source, delivery: ConsumeMessage): void {
    if (interruptedHere(delivery) === 0) track(underWay, inSlot(source, delivery))
    else track(moves, setApart(source, delivery))
  }

  async function onAlone(source: Source, delivery: ConsumeMessage): Promise<void> {
    // What was interrupted together with this one must be in safety before this one gets another chance to kill.
    await Promise.all(moves)
    await (interruptedHere(delivery) === 0 ? handle(source, delivery) : setApart(source, delivery))
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
      // The broker cancels a consumer when its queue loses its leader or is deleted; a new connection finds what is left.
      if (delivery) onMessage({ channel, gone: gone.signal }, delivery)
      else
        void channel
          .close()
          .catch((error: unknown) => log.debug({ err: error, queue }, 'a cancelled channel was closed already'))
    })
    cancels.push(() => channel.cancel(consumerTag))
    // The answer comes after the first deliveries, so that those to be moved are known when this returns.
    await channel.checkQueue(from)
  }

  const takeAlone = (connection: ChannelModel): Promise<void> =>
    take(connection, aloneQueue(queue), 1, (source, delivery) => track(underWay, onAlone(source, delivery)))

  async function takeAloneLater(connection: ChannelModel): Promise<void> {
    try {
      if (!stop.signal.aborted && attached === connection) await takeAlone(connection)
    } catch (error) {
      // The next connection sets up everything again; this one may be gone already.
      log.warn({ err: error, queue }, 'messages that wait to be consumed alone could not be taken')
      await closeConnection(connection)
    }
  }

  return {
    async setUp(connection) {
      if (stop.signal.aborted || attached === connection) return
      attached = connection
      clearTimeout(waiting)
      outages.connected()
      cancels = []
      closes = []
      await take(connection, queue, prefetch, onDelivery)
      await Promise.all(moves)
      const youngForMs = provenMs - process.uptime() * 1_000
      if (youngForMs <= 0) await takeAlone(connection)
      else waiting = setTimeout(() => void takeAloneLater(connection), youngForMs).unref()
    },

    async [Symbol.asyncDispose]() {
      stop.abort()
      clearTimeout(waiting)
      measuring[Symbol.dispose]()
      outages[Symbol.dispose]()
      for (const cancel of cancels) {
        await cancel().catch((error: unknown) => {
          if (!isClosed(error)) throw error
        })
      }
      await Promise.all([...underWay, ...moves])
      await Promise.all(closes.map((close) => close()))
    },
  }
}
