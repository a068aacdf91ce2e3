import { exchangeName } from '@pagebell/broker/topology'
import amqp from 'amqplib'

export type BrokerTap = AsyncDisposable & {
  /** Every message since the tap was opened: properties, headers and body. */
  messages: string[]
  publish(routingKey: string, body: string, headers: Record<string, string>): Promise<void>
}

/** Hears every message that goes over the exchange, beside those for whom it is meant. */
export async function tapBroker(url: string, prefix: string): Promise<BrokerTap> {
  const messages: string[] = []
  const connection = await amqp.connect(url)
  const channel = await connection.createConfirmChannel()
  const { queue } = await channel.assertQueue('', { exclusive: true, autoDelete: true, durable: false })
  await channel.bindQueue(queue, exchangeName(prefix), '#')
  await channel.consume(
    queue,
    (message) => {
      if (message) messages.push(JSON.stringify([message.fields, message.properties, message.content.toString()]))
    },
    { noAck: true },
  )
  return {
    messages,
    async publish(routingKey, body, headers) {
      channel.publish(exchangeName(prefix), routingKey, Buffer.from(body), { headers, messageId: crypto.randomUUID() })
      await channel.waitForConfirms()
    },
    async [Symbol.asyncDispose]() {
      await connection.close()
    },
  }
}
