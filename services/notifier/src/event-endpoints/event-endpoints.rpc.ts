import { emailFormat } from '@pagebell/outbound-events/event-formats'
import type { Database, Queryable } from '@pagebell/postgres/database'
import { ProjectEndpoints } from '@pagebell/rpc/contracts'
import { type HandlersOf, type Implementation, implement } from '@pagebell/rpc/serve-rpc'
import type { Seal } from '@pagebell/tokens/seal'
import { defaultEndpointRpc } from './default-endpoint.rpc.ts'
import { askConfirmation, type ConfirmationLimits, reserveConfirmation } from './email/ask-confirmation.ts'
import { changeAddress, readAddress, readFormat } from './endpoint-address.ts'
import { rotateSecretHandler } from './endpoint-secrets.rpc.ts'
import {
  changeEndpoint,
  deleteEndpoint,
  type EndpointChanges,
  type EndpointPlace,
  enableEndpoint,
  findEndpoint,
  listEndpoints,
  lockEndpoint,
} from './endpoints.sql.ts'
import {
  noEndpoint,
  readEndpointName,
  readEndpointPlace,
  readProjectPlace,
  requireSameDefault,
  toEndpoint,
} from './event-endpoint.ts'
import { type EventLogTools, eventLogHandlers } from './event-log.rpc.ts'
import { insertNewEndpoint, lockLivingProject } from './new-endpoint.ts'
import { disable } from './record-attempt.ts'
import { readEventTypes } from './subscribed-events.ts'

type EndpointTools = {
  db: Database
  seal: Seal
  /** CIDRs of private addresses that endpoints may have. */
  allow: readonly string[]
  /** Endpoints that a project may have. */
  maxEndpoints: number
  /** Undefined if the operator has no mail server. */
  mail: ConfirmationLimits | undefined
}

/** The endpoints of a project, and the one named default for callers of the version before. */
export function eventEndpointServices(tools: EndpointTools & EventLogTools): Implementation[] {
  const rotateSecret = rotateSecretHandler(tools)
  const handlers = { ...endpointHandlers(tools), ...eventLogHandlers(tools), rotateSecret }
  return [implement(ProjectEndpoints, handlers), defaultEndpointRpc(tools, handlers)]
}

type EndpointHandlers = Omit<HandlersOf<typeof ProjectEndpoints>, 'rotateSecret' | 'sendTest' | 'listEvents'>

const endpointHandlers = (tools: EndpointTools): EndpointHandlers => {
  const { db, seal, allow, maxEndpoints } = tools
  return {
    async listEndpoints(request) {
      const place = readProjectPlace(request)
      const rows = await listEndpoints(db.forAccount(place.accountId), place)
      return { endpoints: rows.map((row) => toEndpoint(row)), limit: maxEndpoints }
    },

    async createEndpoint({ project, idempotency, ...request }) {
      const place = readProjectPlace(request)
      const format = readFormat(request.receiver?.format)
      const url = readAddress(format, request.receiver?.url ?? request.url, allow)
      const name = readEndpointName(request.name, url)
      const events = readEventTypes(request.events)
      if (format === emailFormat) await reserveConfirmation(tools, place.accountId, url)
      return db.forAccount(place.accountId).transaction(async (q) => {
        await lockLivingProject(q, place)
        return insertNewEndpoint({ q, seal, maxEndpoints }, place, { project, name, format, url, events, idempotency })
      })
    },

    async getEndpoint(request) {
      const place = readEndpointPlace(request)
      const row = await findEndpoint(db.forAccount(place.accountId), place)
      if (row === undefined) throw noEndpoint()
      return toEndpoint(row)
    },

    async changeEndpoint({ enabled, ...request }) {
      const place = readEndpointPlace(request)
      const { url: given, ...changes } = readChanges(request)
      const asks = enabled === true && (await reserveAnother(tools, place))
      return db.forAccount(place.accountId).transaction(async (q) => {
        const endpoint = await lockEndpoint(q, place)
        if (endpoint === undefined) throw noEndpoint()
        requireSameDefault(endpoint.name, changes.name ?? endpoint.name)
        const at = { account_id: place.accountId, key: endpoint.key }
        const address = given === undefined ? {} : changeAddress(tools, at, endpoint, given)
        const hasChanges = Object.values({ ...changes, ...address }).some((one) => one !== undefined)
        if (hasChanges) await changeEndpoint(q, at, { ...changes, ...address })
        if (asks && !endpoint.confirmed) await askConfirmation(q, at)
        else if (enabled === true) await enableEndpoint(q, at)
        if (enabled === false) await disable(q, at, { reason: 'owner', note: null })
        return findChanged(q, place)
      })
    },

    async deleteEndpoint(request) {
      const place = readEndpointPlace(request)
      if (!(await deleteEndpoint(db.forAccount(place.accountId), place))) throw noEndpoint()
      return { id: place.endpointId }
    },
  }
}

/** Whether enabling an endpoint means to ask its recipient again; counted if it does. Throws as `reserveConfirmation`. */
async function reserveAnother(tools: EndpointTools, place: EndpointPlace): Promise<boolean> {
  const row = await findEndpoint(tools.db.forAccount(place.accountId), place)
  if (row?.disabled_reason !== 'unconfirmed' && row?.disabled_reason !== 'unsubscribed') return false
  await reserveConfirmation(tools, place.accountId, row.url)
  return true
}

type GivenChanges = { name?: string; url?: string; events?: { types: string[] } | null }

function readChanges({ name, url, events }: GivenChanges): EndpointChanges {
  return {
    url,
    name: name === undefined ? undefined : readEndpointName(name, ''),
    events: events === undefined || events === null ? undefined : readEventTypes(events.types),
  }
}

async function findChanged(q: Queryable, place: EndpointPlace) {
  const row = await findEndpoint(q, place)
  if (row === undefined) throw new Error('A locked endpoint could not be read.')
  return toEndpoint(row)
}
