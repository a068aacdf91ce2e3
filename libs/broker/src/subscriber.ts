import { type Body, type Message, routingKey } from '@pagebell/messages/define-message'
import type { Log } from '@pagebell/runtime/log'
import { enterSpan } from '@pagebell/runtime/span'
import type { ChannelModel, ConsumeMessage } from 'amqplib'
import { endWithChannel } from './channel-end.ts'
import type { Attached } from './consumer.ts'
import { checkRoutingKey, unwrap } from './envelope.ts'
import { exchangeName } from './topology.ts'

type SubscriberOptions<Declared extends Message> = {
  prefix: string
  message: Declared
  handler: (body: Body<Declared>) => Promise<void> | void
  log: Log
}

/** Receives a broadcast message from a queue that lives as long as the connection; others are missed. */
export function createSubscriber<Declared extends Message>({
  prefix,
  message,
  handler,
  log,
}: SubscriberOptions<Declared>): Attached {
  let stopped = false
  let attached: ChannelModel | undefined
  let close: (() => Promise<void>) | undefined

  async function onDelivery(delivery: ConsumeMessage): Promise<void> {
    if (stopped) return
    try {
      checkRoutingKey(delivery, [routingKey(message)])
      const { body, traceparent } = unwrap(message, delivery)
      const receiving = { name: `process ${routingKey(message)}`, kind: 'consumer' as const }
      await enterSpan(traceparent, receiving, async () => handler(body))
    } catch (error) {
      log.error({ err: error, message: routingKey(message) }, 'handling a broadcast message failed')
    }
  }

  return {
    async setUp(connection) {
      if (stopped || attached === connection) return
      attached = connection
      const channel = await connection.createChannel()
      close = endWithChannel(connection, channel, log)
      const { queue } = await channel.assertQueue('', { exclusive: true, autoDelete: true, durable: false })
      await channel.bindQueue(queue, exchangeName(prefix), routingKey(message))
      await channel.consume(queue, (delivery) => void (delivery && onDelivery(delivery)), { noAck: true })
    },

    async [Symbol.asyncDispose]() {
      stopped = true
      await close?.()
    },
  }
}
