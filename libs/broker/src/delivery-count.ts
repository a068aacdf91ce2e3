import type { ConsumeMessage } from 'amqplib'

/** Header of a moved message: how many of its deliveries have ended with a failed attempt. */
export const attemptsHeader = 'x-attempts'

/** Header of a moved message: how often its consumer was lost. */
const interruptionsHeader = 'x-interruptions'

/** Header of a moved message: how many processes ended or froze while they handled it alone. */
const endedHeader = 'x-ended-processes'

/** Earlier deliveries of a message, by how they ended. */
export type DeliveryCount = { attempts: number; interruptions: number; ended: number }

export function countDeliveries(delivery: ConsumeMessage): DeliveryCount {
  return {
    attempts: header(delivery, attemptsHeader),
    interruptions: header(delivery, interruptionsHeader) + interruptedHere(delivery),
    ended: header(delivery, endedHeader),
  }
}

/** How often its consumer was lost since it came to this queue, as the quorum queue counts it. */
export function interruptedHere(delivery: ConsumeMessage): number {
  return header(delivery, 'x-delivery-count')
}

/** Headers with which a moved message keeps its counts. */
export function countHeaders({ attempts, interruptions, ended }: DeliveryCount): Record<string, unknown> {
  return {
    [attemptsHeader]: attempts,
    [interruptionsHeader]: interruptions > 0 ? interruptions : undefined,
    [endedHeader]: ended > 0 ? ended : undefined,
  }
}

function header({ properties }: ConsumeMessage, name: string): number {
  const value: unknown = properties.headers?.[name]
  return typeof value === 'number' && value > 0 ? value : 0
}
