import { createHash } from 'node:crypto'
import { type Fault, fault } from '@pagebell/faults/fault'

/** What one position in a list is made of: the sort key and the id of the last row shown. */
export type CursorValue = string | number | null

/** In characters. A URL of 2,048 characters as sort key, in JSON and base64url, fits well below this. */
export const maxCursorLength = 8_192

/**
 * A position in a list as opaque text. `shape` names the sort and the filters: a cursor of one list would silently skip
 * rows in another, so that decodeCursor refuses it there.
 */
export function encodeCursor(values: readonly CursorValue[], shape: string): string {
  return Buffer.from(JSON.stringify([fingerprint(shape), ...values])).toString('base64url')
}

/** The values given to encodeCursor. Throws fault invalid on `cursor` for anything else than a cursor of this shape. */
export function decodeCursor(text: string, shape: string): CursorValue[] {
  if (text.length > maxCursorLength || !/^[A-Za-z0-9_-]+$/.test(text)) throw refusedCursor()

  const decoded = parseJson(Buffer.from(text, 'base64url').toString('utf8'))
  if (!Array.isArray(decoded) || decoded[0] !== fingerprint(shape)) throw refusedCursor()

  const values: unknown[] = decoded.slice(1)
  if (!values.every(isCursorValue)) throw refusedCursor()
  return values
}

/** For callers that find a well-formed cursor's values to be of the wrong kind for their columns. */
export function refusedCursor(): Fault {
  const text = 'Use next_cursor of the answer before, with the same sort and filters.'
  return fault('invalid', 'The cursor does not belong to this list.', { errors: { cursor: [text] } })
}

function fingerprint(shape: string): string {
  return createHash('sha256').update(shape).digest('base64url').slice(0, 8)
}

function isCursorValue(value: unknown): value is CursorValue {
  // PostgreSQL cannot store NUL in a text, so that no honest cursor holds one.
  if (typeof value === 'string') return !value.includes('\0')
  return value === null || typeof value === 'number'
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw refusedCursor()
  }
}
