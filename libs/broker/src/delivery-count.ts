import type { ConsumeMessage } from 'amqplib'

/** The header in which a message that we have moved carries how often it had been delivered, and been finished with, before. */
export const attemptsHeader = 'x-attempts'

/** The header in which it carries how often its consumer had gone away with it in hand before. */
const interruptionsHeader = 'x-interruptions'

/** How often this message has been delivered before this time, by how that ended. */
export type DeliveryCount = { attempts: number; interruptions: number }

export function countDeliveries(delivery: ConsumeMessage): DeliveryCount {
  return {
    attempts: header(delivery, attemptsHeader),
    interruptions: header(delivery, interruptionsHeader) + interruptedHere(delivery),
  }
}

/** How often its consumer went away with it since it came to this queue; kept by the quorum queue. */
export function interruptedHere(delivery: ConsumeMessage): number {
  return header(delivery, 'x-delivery-count')
}

/** What a message that is moved carries along, so that its next queue goes on counting. */
export function countHeaders({ attempts, interruptions }: DeliveryCount): Record<string, unknown> {
  return { [attemptsHeader]: attempts, [interruptionsHeader]: interruptions > 0 ? interruptions : undefined }
}

function header({ properties }: ConsumeMessage, name: string): number {
  const value: unknown = properties.headers?.[name]
  return typeof value === 'number' && value > 0 ? value : 0
}
