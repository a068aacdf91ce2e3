import { createHash } from 'node:crypto'
import { fault } from '@pagebell/faults/fault'
import { decodeCursor, refusedCursor } from '@pagebell/lists/cursor'
import { isTimestamp } from '@pagebell/lists/timestamp'
import { type AttemptRow, type BatchPosition, batchStart, type DeliveryRow } from './log.sql.ts'

/** The key by which a URL is found: an index over 2,048 characters would be larger than the table. */
export function hashUrl(url: string): Buffer {
  return createHash('sha256').update(url).digest().subarray(0, 16)
}

/** Null in the table is absent in the protocol. */
export function toDelivery({ next_at, delivered_at, last_attempt_at, reason, ...row }: DeliveryRow) {
  const { engine, engine_status, engine_message, not_checked, checked, ...always } = row
  return {
    ...always,
    ...(next_at !== null && { next_at }),
    ...(delivered_at !== null && { delivered_at }),
    ...(last_attempt_at !== null && { last_attempt_at }),
    ...(reason !== null && { reason }),
    ...(engine !== null && { engine }),
    ...(engine_status !== null && { engine_status }),
    ...(engine_message !== null && { engine_message }),
    ...(not_checked !== null && { not_checked }),
    ...(checked !== null && { checked: { ...checked, changed: checked.changed ?? [] } }),
  }
}

/** Null in the table is absent in the protocol. */
export const toAttempt = ({ reason, engine_status, engine_message, ...always }: AttemptRow) => ({
  ...always,
  ...(reason !== null && { reason }),
  ...(engine_status !== null && { engine_status }),
  ...(engine_message !== null && { engine_message }),
})

/** The start without a cursor. Throws fault invalid on `cursor` for one of another list. */
export function readBatchPosition(cursor: string | undefined, shape: string): BatchPosition {
  const [hash, channel, ...more] = cursor === undefined ? batchStart : decodeCursor(cursor, shape)
  if (typeof hash !== 'string' || typeof channel !== 'string' || more.length > 0) throw refusedCursor()
  if (!/^([0-9a-f]{2})*$/.test(hash)) throw refusedCursor()
  return [hash, channel]
}

/** As {@link requireTime}; absent stays absent. */
export function readTime(field: string, text: string | undefined): string | undefined {
  return text === undefined ? undefined : requireTime(field, text)
}

/** Throws fault invalid on the field for anything but an RFC 3339 time from 1970 to 9999. */
export function requireTime(field: string, text: string): string {
  if (isTimestamp(text)) return text
  throw fault('invalid', `${field} is not a time.`, {
    errors: { [field]: ['Use RFC 3339 and a year from 1970 to 9999, such as 2026-11-21T10:00:00Z.'] },
  })
}
