import { randomUUID } from 'node:crypto'
import { fault } from '@pagebell/faults/fault'
import { testType } from '@pagebell/outbound-events/event-types'
import type { Database } from '@pagebell/postgres/database'
import type { EventEndpoints } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import { currentTraceparent } from '@pagebell/runtime/trace'
import { newEvent } from '../new-event.ts'
import type { EventRow } from '../queries/event-columns.ts'
import { findEndpoint } from '../queries/find-endpoint.ts'
import { insertTest } from '../queries/insert-test.ts'
import { noEndpoint, readEndpointPlace } from '../read-endpoint.ts'
import { toEvent } from '../to-endpoint.ts'

type Tools = { db: Database; restMs: number; sendNow: () => void }

/** `sendNow` asks for a round of sending. */
export function sendTest({ db, restMs, sendNow }: Tools): Handler<typeof EventEndpoints, 'sendTest'> {
  return async ({ idempotency_key: key, ...request }) => {
    const { accountId, projectId } = readEndpointPlace(request)
    const own = db.of(accountId)
    const words = { message: 'This is a test of your endpoint. Nothing has happened.' }
    const event = newEvent(testType, key ?? randomUUID(), new Date().toISOString(), words)
    const { rows } = await own.query<EventRow>(insertTest(accountId, projectId, event, currentTraceparent(), restMs))
    sendNow()
    if (rows[0] !== undefined) return toEvent(rows[0])
    if ((await own.query(findEndpoint(accountId, projectId))).rowCount === 0) throw noEndpoint()
    throw fault('conflict', 'The endpoint is disabled. Enable it first.', { code: 'endpoint_disabled' })
  }
}
