import { randomUUIDv7 } from 'node:crypto'
import type { confirmationType, EventType, testType } from '@pagebell/outbound-events/event-types'
import type { EventRow, NewEvent } from './events.sql.ts'

type SentType = EventType | typeof testType | typeof confirmationType

/** An event as it is signed and sent. Each `subject` gets one event of a type. `at` is when it happened. */
export function newEvent(type: SentType, subject: string, at: string, data: object): NewEvent {
  return { id: randomUUIDv7(), type, subject, body: JSON.stringify({ type, timestamp: at, data }) }
}

/** Null in the table is absent in the protocol. */
export function toEvent({ row_id: _rowId, next_at, tries, ...always }: EventRow) {
  return {
    ...always,
    ...(next_at !== null && { next_at }),
    attempts: tries.map(({ status, reason, ...attempt }) => ({
      ...attempt,
      ...(status !== null && { status }),
      ...(reason !== null && { reason }),
    })),
  }
}
