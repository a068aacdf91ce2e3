import { fault } from '@pagebell/faults/fault'
import { type Body, type Message, routingKey, type ServiceName } from '@pagebell/messages/define-message'
import type { Log } from '@pagebell/runtime/log'
import { errorType, inSpan, type Spanning } from '@pagebell/runtime/span'
import { currentTraceparent, inTrace } from '@pagebell/runtime/trace'
import type { ChannelModel } from 'amqplib'
import { type Attached, type ConsumeOptions, createConsumer } from './consumer.ts'
import { type Extensions, wrap } from './envelope.ts'
import type { Handler } from './handle-delivery.ts'
import { type KeptConnection, keepConnected } from './kept-connection.ts'
import { messagesSent } from './metrics.ts'
import { mover } from './move.ts'
import { createPublisher } from './publisher.ts'
import { createSubscriber } from './subscriber.ts'
import { exchangeName, movesExchange, queueName } from './topology.ts'

export type Broker = AsyncDisposable & {
  /**
   * Resolves when the broker has confirmed the message. Rejects with `unavailable` when it is unreachable, or has not
   * confirmed within 5 s (then `details.outcome` is `unknown`: publish again with the same id). Nothing is buffered.
   */
  publish<Declared extends Message>(
    message: Declared,
    body: Body<Declared>,
    options: { id: string; traceparent?: string | undefined; extensions?: Extensions },
  ): Promise<void>
  /** Starts as soon as the broker is reachable. The handler must be idempotent by `id`. */
  consume<Declared extends Message>(
    message: Declared,
    service: ServiceName,
    handler: Handler<Declared>,
    options?: ConsumeOptions<Declared>,
  ): Promise<AsyncDisposable>
  /** Receives a broadcast message in each subscribed process, from now on. */
  subscribe<Declared extends Message>(
    message: Declared,
    handler: (body: Body<Declared>) => Promise<void> | void,
  ): Promise<AsyncDisposable>
  /** Throws unless messages can be published now, and consumed if there are consumers. */
  ping(): Promise<void>
}

type BrokerOptions = {
  /** amqp URL; several, comma-separated, for a cluster. */
  url: string
  /** Put before the name of the exchange and of every queue. */
  prefix?: string
  log: Log
  /** Prefix of the connection names in RabbitMQ. */
  service: string
}

/**
 * Opens one connection to publish and one to consume, which RabbitMQ may block separately. Resolves after the first
 * attempt to connect, even if it failed: a service can start before its broker.
 */
export async function connectBroker({ url, prefix = '', log, service }: BrokerOptions): Promise<Broker> {
  const publisher = createPublisher(prefix, log)
  const all = new Set<Attached>()
  let consumerConnection: ChannelModel | undefined
  let consuming: KeptConnection | undefined

  const publishing = keepConnected({
    url,
    name: `${service} publishes`,
    log,
    setUp: publisher.setUp,
    onLost: publisher.lost,
  })
  await publishing.firstRound

  function startConsuming(): KeptConnection {
    return keepConnected({
      url,
      name: `${service} consumes`,
      log,
      async setUp(connection) {
        consumerConnection = connection
        for (const one of all) await one.setUp(connection)
      },
      onLost() {
        consumerConnection = undefined
      },
    })
  }

  async function attach(one: Attached): Promise<AsyncDisposable> {
    all.add(one)
    consuming ??= startConsuming()
    await consuming.firstRound
    try {
      if (consumerConnection) await one.setUp(consumerConnection)
    } catch (error) {
      // The connection ends with the failed channel, and the next one sets everything up itself.
      log.warn({ err: error }, 'a consumer will start with the next connection to RabbitMQ')
    }
    return {
      async [Symbol.asyncDispose]() {
        all.delete(one)
        await one[Symbol.asyncDispose]()
      },
    }
  }

  return {
    async publish(message, body, { id, traceparent = currentTraceparent(), extensions }) {
      const key = routingKey(message)
      const send = () =>
        inSpan(producing(key), async () => {
          const { content, properties } = wrap(message, body, id, currentTraceparent(), extensions)
          await publisher.send(exchangeName(prefix), key, content, properties)
        })
      const labels = { 'messaging.destination.name': key }
      const startedAt = performance.now()
      try {
        await (traceparent === undefined ? send() : inTrace(traceparent, send))
        messagesSent.record((performance.now() - startedAt) / 1_000, labels)
      } catch (error) {
        messagesSent.record((performance.now() - startedAt) / 1_000, { ...labels, 'error.type': errorType(error) })
        throw error
      }
    },

    consume(message, consumer, handler, options = {}) {
      const queue = queueName(prefix, message, consumer)
      const move = mover(publisher.send, movesExchange(prefix, consumer), log)
      return attach(createConsumer({ ...options, queue, message, handler, move, log }))
    },

    subscribe(message, handler) {
      return attach(createSubscriber({ prefix, message, handler, log }))
    },

    async ping() {
      await publisher.ping()
      if (all.size > 0 && !consumerConnection) throw fault('unavailable', 'RabbitMQ is away.', { retryAfterSeconds: 2 })
    },

    async [Symbol.asyncDispose]() {
      await Promise.all([...all].map((one) => one[Symbol.asyncDispose]()))
      await consuming?.[Symbol.asyncDispose]()
      await publishing[Symbol.asyncDispose]()
    },
  }
}

const producing = (key: string): Spanning => ({
  name: `send ${key}`,
  kind: 'producer',
  attributes: {
    'messaging.system': 'rabbitmq',
    'messaging.operation.name': 'send',
    'messaging.destination.name': key,
  },
})
