import { decodeCursor, refusedCursor } from '@pagebell/lists/cursor'
import { type BatchPosition, batchStart } from './queries/batch-position.ts'

/** Without a cursor it is the start. Throws fault invalid on `cursor` for one of another list. */
export function readBatchPosition(cursor: string | undefined, shape: string): BatchPosition {
  const [hash, channel, ...more] = cursor === undefined ? batchStart : decodeCursor(cursor, shape)
  if (typeof hash !== 'string' || typeof channel !== 'string' || more.length > 0) throw refusedCursor()
  if (!/^([0-9a-f]{2})*$/.test(hash)) throw refusedCursor()
  return [hash, channel]
}
