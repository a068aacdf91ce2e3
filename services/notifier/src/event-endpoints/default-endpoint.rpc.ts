import { fault } from '@pagebell/faults/fault'
import { isId } from '@pagebell/faults/ids'
import { signedFormat } from '@pagebell/outbound-events/event-formats'
import type { Database } from '@pagebell/postgres/database'
import { EventEndpoints, type ProjectEndpoints } from '@pagebell/rpc/contracts'
import { type HandlersOf, implement } from '@pagebell/rpc/serve-rpc'
import type { Seal } from '@pagebell/tokens/seal'
import { changeAddress, readAddress } from './endpoint-address.ts'
import { reencryptSecrets } from './endpoint-secrets.ts'
import { changeEndpoint, findDefaultEndpoint, findEndpoint } from './endpoints.sql.ts'
import { defaultName, readProjectPlace, toEndpoint } from './event-endpoint.ts'
import { requireFilters } from './event-log.rpc.ts'
import { insertNewEndpoint, lockLivingProject } from './new-endpoint.ts'
import { readEventTypes } from './subscribed-events.ts'

type ProjectIds = { account_id: string; project_id: string }
type DefaultEndpointTools = { db: Database; seal: Seal; allow: readonly string[]; maxEndpoints: number }

/** The endpoint named default, for the deprecated routes and for callers of the version before. */
export function defaultEndpointRpc(tools: DefaultEndpointTools, handlers: HandlersOf<typeof ProjectEndpoints>) {
  const { db, seal, allow } = tools

  /** The request with the id of the endpoint. */
  async function withId<Request extends ProjectIds>(request: Request): Promise<Request & { endpoint_id: string }> {
    const endpoint = await find(db, request)
    if (endpoint === undefined) throw noDefaultEndpoint()
    return { ...request, endpoint_id: endpoint.id }
  }

  return implement(EventEndpoints, {
    getEndpoint: async (request, call) => handlers.getEndpoint(await withId(request), call),

    async putEndpoint({ project, ...request }) {
      const place = readProjectPlace(request)
      const events = readEventTypes(request.events)
      return db.forAccount(place.accountId).transaction(async (q) => {
        await lockLivingProject(q, place)
        const found = await findDefaultEndpoint(q, place)
        const named = { project, name: defaultName, format: signedFormat, events }
        if (found === undefined)
          return insertNewEndpoint({ ...tools, q }, place, {
            ...named,
            url: readAddress(signedFormat, request.url, allow),
          })
        const at = { account_id: place.accountId, key: found.key }
        await changeEndpoint(q, at, { ...changeAddress(tools, at, found, request.url), events })
        const row = await findEndpoint(q, { ...place, endpointId: found.id })
        if (row === undefined) throw noDefaultEndpoint()
        return { endpoint: toEndpoint(row), secret: '' }
      })
    },

    setEndpointEnabled: async (request, call) =>
      handlers.changeEndpoint({ ...(await withId(request)), events: null }, call),

    rotateSecret: async (request, call) => handlers.rotateSecret(await withId(request), call),

    deleteEndpoint: async (request, call) => handlers.deleteEndpoint(await withId(request), call),

    sendTest: async (request, call) => handlers.sendTest(await withId(request), call),

    /** A project without the endpoint has no events, as it was before. */
    async listEvents(request, call) {
      requireFilters(request)
      const endpoint = await find(db, request)
      return endpoint === undefined
        ? { events: [] }
        : handlers.listEvents({ ...request, endpoint_id: endpoint.id }, call)
    },

    reencryptSecrets: async () => ({ count: await reencryptSecrets(db, seal) }),
  })
}

async function find(db: Database, { account_id, project_id }: ProjectIds) {
  if (!isId(account_id) || !isId(project_id)) return undefined
  const place = readProjectPlace({ account_id, project_id })
  return findDefaultEndpoint(db.forAccount(place.accountId), place)
}

const noDefaultEndpoint = () => fault('not_found', 'The project has no endpoint for events.')
