import type { ConsumeMessage } from 'amqplib'

/** The header in which a message that we have moved carries how often it had been delivered before. */
export const attemptsHeader = 'x-attempts'

/** How often this message has been delivered, with this time. */
export function countDeliveries(delivery: ConsumeMessage): number {
  return header(delivery, attemptsHeader) + interruptedDeliveries(delivery) + 1
}

/** How often its consumer went away with it since it came to this queue; kept by the quorum queue. */
export function interruptedDeliveries(delivery: ConsumeMessage): number {
  return header(delivery, 'x-delivery-count')
}

function header({ properties }: ConsumeMessage, name: string): number {
  const value: unknown = properties.headers?.[name]
  return typeof value === 'number' && value > 0 ? value : 0
}
