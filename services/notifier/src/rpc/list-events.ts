import { fault } from '@pagebell/faults/fault'
import { decodeCursor, encodeCursor, refusedCursor } from '@pagebell/lists/cursor'
import { cutPage } from '@pagebell/lists/keyset'
import { isIsoTimestamp } from '@pagebell/lists/timestamp'
import { eventStates, eventTypes, testType } from '@pagebell/outbound-events/event-types'
import type { Database } from '@pagebell/postgres/database'
import type { EventEndpoints } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import type { EventRow } from '../queries/event-columns.ts'
import { listEvents as statement } from '../queries/list-events.ts'
import { isUuid } from '../read-request.ts'
import { toEvent } from '../to-endpoint.ts'

const most = 100
const allowed: Record<'type' | 'status', readonly string[]> = { type: [...eventTypes, testType], status: eventStates }

/** Another account's project is as empty as one without an endpoint. */
export function listEvents(db: Database): Handler<typeof EventEndpoints, 'listEvents'> {
  return async ({ account_id: accountId, project_id: projectId, type, status, cursor, per_page }) => {
    for (const [field, value] of Object.entries({ type, status })) {
      const known = allowed[field as 'type' | 'status']
      if (value !== undefined && !known.includes(value))
        throw fault('invalid', `There is no such ${field}.`, {
          errors: { [field]: [`Use one of ${known.join(', ')}.`] },
        })
    }
    const shape = JSON.stringify(['events', projectId, type, status])
    const after = cursor === undefined ? undefined : readPosition(cursor, shape)
    if (!isUuid(accountId) || !isUuid(projectId)) return { events: [] }
    const limit = Math.min(Math.max(per_page, 1), most)
    const found = statement({ accountId, projectId, type, status }, after, limit + 1)
    const { rows, last, more } = cutPage((await db.of(accountId).query<EventRow>(found)).rows, limit)
    return {
      events: rows.map(toEvent),
      ...(last !== undefined && more && { next_cursor: encodeCursor([last.created_at, last.id], shape) }),
    }
  }
}

function readPosition(cursor: string, shape: string): [string, string] {
  const [time, id, ...more] = decodeCursor(cursor, shape)
  if (!isIsoTimestamp(time) || typeof id !== 'string' || !isUuid(id) || more.length > 0) throw refusedCursor()
  return [time, id]
}
