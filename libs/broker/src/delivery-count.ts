import type { ConsumeMessage } from 'amqplib'

/** The header in which a message that we have moved carries how often it had been delivered, and been finished with, before. */
export const attemptsHeader = 'x-attempts'

/** The header in which it carries how often its consumer had gone away with it in hand before. */
const interruptionsHeader = 'x-interruptions'

/** The header in which it carries how many of these ended or froze, as far as can be told from outside, the process itself. */
const endedHeader = 'x-ended-processes'

/** How often this message has been delivered before this time, by how that ended. */
export type DeliveryCount = { attempts: number; interruptions: number; ended: number }

export function countDeliveries(delivery: ConsumeMessage): DeliveryCount {
  return {
    attempts: header(delivery, attemptsHeader),
    interruptions: header(delivery, interruptionsHeader) + interruptedHere(delivery),
    ended: header(delivery, endedHeader),
  }
}

/** How often its consumer went away with it since it came to this queue; kept by the quorum queue. */
export function interruptedHere(delivery: ConsumeMessage): number {
  return header(delivery, 'x-delivery-count')
}

/** What a message that is moved carries along, so that its next queue goes on counting. */
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
