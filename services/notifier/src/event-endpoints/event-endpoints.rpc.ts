import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { fault } from '@pagebell/faults/fault'
import { isId } from '@pagebell/faults/ids'
import { decodeCursor, encodeCursor, refusedCursor } from '@pagebell/lists/cursor'
import { cutPage } from '@pagebell/lists/keyset'
import { isIsoTimestamp } from '@pagebell/lists/timestamp'
import { eventStates, eventTypes, testType } from '@pagebell/outbound-events/event-types'
import type { Database } from '@pagebell/postgres/database'
import type { EventEndpoints } from '@pagebell/rpc/contracts'
import type { HandlersOf } from '@pagebell/rpc/serve-rpc'
import { currentTraceparent } from '@pagebell/runtime/trace'
import type { Seal } from '@pagebell/tokens/seal'
import { lastFour } from '@pagebell/tokens/token'
import { isDeleted, lockProject } from '../projects/projects.sql.ts'
import { mintSecret, sealSecret } from './endpoint-secrets.ts'
import { deleteEndpoint, enableEndpoint, findEndpoint, putEndpoint } from './endpoints.sql.ts'
import { newEvent, toEvent } from './event.ts'
import { noEndpoint, readEndpointPlace, readEndpointUrl, readEventTypes, toEndpoint } from './event-endpoint.ts'
import { insertTestEvent, listEvents } from './events.sql.ts'
import { disable } from './record-attempt.ts'

const maxPerPage = 100
const filters: Record<'type' | 'status', readonly string[]> = { type: [...eventTypes, testType], status: eventStates }

type EventEndpointTools = {
  db: Database
  seal: Seal
  /** CIDRs of private addresses that endpoints may have. */
  allow: readonly string[]
  /** Cooldown after which a test is sent to an endpoint that has failed. */
  testCooldownMs: number
  /** Starts a round of sending. */
  sendNow: () => void
}

type EventEndpointHandlers = Omit<HandlersOf<typeof EventEndpoints>, 'rotateSecret' | 'reencryptSecrets'>

export const eventEndpointHandlers = ({
  db,
  seal,
  allow,
  testCooldownMs,
  sendNow,
}: EventEndpointTools): EventEndpointHandlers => ({
  async getEndpoint(request) {
    const { accountId, projectId } = readEndpointPlace(request)
    const row = await findEndpoint(db.forAccount(accountId), accountId, projectId)
    if (row === undefined) throw noEndpoint()
    return toEndpoint(row)
  },

  /**
   * Creates or changes the endpoint. Refused for a project that is being or has been deleted: the endpoint would
   * outlive it.
   */
  async putEndpoint({ project, ...request }) {
    const { accountId, projectId } = readEndpointPlace(request)
    const url = readEndpointUrl(request.url, allow)
    const events = readEventTypes(request.events)
    const [id, secret] = [randomUUIDv7(), mintSecret()]
    const sealed = sealSecret(seal, { account_id: accountId, project_id: projectId, id }, secret)
    return db.forAccount(accountId).transaction(async (q) => {
      await lockProject(q, projectId, 'shared')
      if (await isDeleted(q, accountId, projectId)) throw fault('not_found', 'There is no such project.')
      const endpoint = { accountId, projectId, project, id, url, events, sealed, lastFour: lastFour(secret) }
      const row = await putEndpoint(q, endpoint)
      if (row === undefined) throw new Error('An endpoint was saved without a row.')
      return { endpoint: toEndpoint(row), secret: row.id === id ? secret : '' }
    })
  },

  async setEndpointEnabled({ enabled, ...request }) {
    const { accountId, projectId } = readEndpointPlace(request)
    return db.forAccount(accountId).transaction(async (q) => {
      if (enabled) await enableEndpoint(q, accountId, projectId)
      else await disable(q, { account_id: accountId, project_id: projectId }, { reason: 'owner', note: null })
      const row = await findEndpoint(q, accountId, projectId)
      if (row === undefined) throw noEndpoint()
      return toEndpoint(row)
    })
  },

  async deleteEndpoint(request) {
    const { accountId, projectId } = readEndpointPlace(request)
    const deleted = await deleteEndpoint(db.forAccount(accountId), accountId, projectId)
    if (deleted === undefined) throw noEndpoint()
    return deleted
  },

  async sendTest({ idempotency_key: key, ...request }) {
    const { accountId, projectId } = readEndpointPlace(request)
    const q = db.forAccount(accountId)
    const data = { message: 'This is a test of your endpoint. Nothing has happened.' }
    const event = newEvent(testType, key ?? randomUUID(), new Date().toISOString(), data)
    const row = await insertTestEvent(q, accountId, projectId, event, currentTraceparent(), testCooldownMs)
    sendNow()
    if (row !== undefined) return toEvent(row)
    if ((await findEndpoint(q, accountId, projectId)) === undefined) throw noEndpoint()
    throw fault('conflict', 'The endpoint is disabled. Enable it first.', { code: 'endpoint_disabled' })
  },

  /** Another account's project is as empty as one without an endpoint. */
  async listEvents({ account_id: accountId, project_id: projectId, type, status, cursor, per_page }) {
    requireFilter('type', type)
    requireFilter('status', status)
    const shape = JSON.stringify(['events', projectId, type, status])
    const after = cursor === undefined ? undefined : readPosition(cursor, shape)
    if (!isId(accountId) || !isId(projectId)) return { events: [] }
    const limit = Math.min(Math.max(per_page, 1), maxPerPage)
    const filter = { accountId, projectId, type, status }
    const { rows, last, more } = cutPage(await listEvents(db.forAccount(accountId), filter, after, limit + 1), limit)
    return {
      events: rows.map(toEvent),
      ...(last !== undefined && more && { next_cursor: encodeCursor([last.created_at, last.id], shape) }),
    }
  },
})

function requireFilter(field: 'type' | 'status', value: string | undefined): void {
  const known = filters[field]
  if (value === undefined || known.includes(value)) return
  throw fault('invalid', `There is no such ${field}.`, { errors: { [field]: [`Use one of ${known.join(', ')}.`] } })
}

function readPosition(cursor: string, shape: string): [string, string] {
  const [time, id, ...more] = decodeCursor(cursor, shape)
  if (!isIsoTimestamp(time) || !isId(id) || more.length > 0) throw refusedCursor()
  return [time, id]
}
