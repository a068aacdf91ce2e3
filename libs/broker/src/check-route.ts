import { fault } from '@pagebell/faults/fault'
import type { ConsumeMessage } from 'amqplib'

/**
 * Throws the fault `invalid` for a message that came by none of these routing keys. RabbitMQ also routes by the keys in the
 * headers CC and BCC (rabbitmq.com/docs/sender-selected), and not every version checks whether the publisher may use them:
 * the key that it delivers is the one that it has authorized.
 */
export function checkRoute({ fields }: ConsumeMessage, expected: readonly string[]): void {
  if (!expected.includes(fields.routingKey))
    throw fault('invalid', `The message came by the routing key ${fields.routingKey}, not by ${expected[0]}.`)
}
