import { randomUUIDv7 } from 'node:crypto'
import type { EventType, testType } from '@pagebell/outbound-events/event-types'
import type { NewEvent } from './queries/insert-event.ts'

/** An event as it will be signed and sent. `subject` is what it is about: the same is told once. `at` is when it happened. */
export function newEvent(type: EventType | typeof testType, subject: string, at: string, data: object): NewEvent {
  return { id: randomUUIDv7(), type, subject, body: JSON.stringify({ type, timestamp: at, data }) }
}
