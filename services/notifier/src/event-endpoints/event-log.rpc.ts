import { randomUUID } from 'node:crypto'
import { fault } from '@pagebell/faults/fault'
import { isId } from '@pagebell/faults/ids'
import { decodeCursor, encodeCursor, refusedCursor } from '@pagebell/lists/cursor'
import { cutPage } from '@pagebell/lists/keyset'
import { isIsoTimestamp } from '@pagebell/lists/timestamp'
import { eventStates, eventTypes, testType } from '@pagebell/outbound-events/event-types'
import type { Database } from '@pagebell/postgres/database'
import type { ProjectEndpoints } from '@pagebell/rpc/contracts'
import type { HandlersOf } from '@pagebell/rpc/serve-rpc'
import { currentTraceparent } from '@pagebell/runtime/trace'
import { findEndpoint, lockEndpoint } from './endpoints.sql.ts'
import { newEvent, toEvent } from './event.ts'
import { noEndpoint, readEndpointPlace } from './event-endpoint.ts'
import { insertTestEvent, listEvents } from './events.sql.ts'

const maxPerPage = 100
const filters: Record<'type' | 'status', readonly string[]> = { type: [...eventTypes, testType], status: eventStates }

export type EventLogTools = {
  db: Database
  /** Cooldown after which a test is sent to an endpoint that has failed. */
  testCooldownMs: number
  /** Starts a round of sending. */
  sendNow: () => void
}

type EventLogHandlers = Pick<HandlersOf<typeof ProjectEndpoints>, 'sendTest' | 'listEvents'>

/** The events of one endpoint. */
export const eventLogHandlers = ({ db, testCooldownMs, sendNow }: EventLogTools): EventLogHandlers => ({
  async sendTest({ idempotency_key: key, ...request }) {
    const place = readEndpointPlace(request)
    const data = { message: 'This is a test of your endpoint. Nothing has happened.' }
    const event = newEvent(testType, key ?? randomUUID(), new Date().toISOString(), data)
    const row = await db.forAccount(place.accountId).transaction(async (q) => {
      const endpoint = await lockEndpoint(q, place)
      if (endpoint === undefined) throw noEndpoint()
      const at = { account_id: place.accountId, key: endpoint.key }
      return insertTestEvent(q, at, event, currentTraceparent(), testCooldownMs)
    })
    if (row === undefined)
      throw fault('conflict', 'The endpoint is disabled. Enable it first.', { code: 'endpoint_disabled' })
    sendNow()
    return toEvent(row)
  },

  async listEvents({ type, status, cursor, per_page, ...request }) {
    requireFilters({ type, status })
    const place = readEndpointPlace(request)
    const shape = JSON.stringify(['events', place.endpointId, type, status])
    const after = cursor === undefined ? undefined : readPosition(cursor, shape)
    const q = db.forAccount(place.accountId)
    const endpoint = await findEndpoint(q, place)
    if (endpoint === undefined) throw noEndpoint()
    const limit = Math.min(Math.max(per_page, 1), maxPerPage)
    const filter = { account_id: place.accountId, key: endpoint.key, type, status }
    const { rows, last, more } = cutPage(await listEvents(q, filter, after, limit + 1), limit)
    return {
      events: rows.map(toEvent),
      ...(last !== undefined && more && { next_cursor: encodeCursor([last.created_at, last.row_id], shape) }),
    }
  },
})

/** Throws fault invalid for a filter by something that there is not. */
export function requireFilters(given: { type?: string | undefined; status?: string | undefined }): void {
  for (const field of ['type', 'status'] as const) {
    const [value, known] = [given[field], filters[field]]
    if (value === undefined || known.includes(value)) continue
    throw fault('invalid', `There is no such ${field}.`, { errors: { [field]: [`Use one of ${known.join(', ')}.`] } })
  }
}

function readPosition(cursor: string, shape: string): [string, string] {
  const [time, id, ...more] = decodeCursor(cursor, shape)
  if (!isIsoTimestamp(time) || !isId(id) || more.length > 0) throw refusedCursor()
  return [time, id]
}
