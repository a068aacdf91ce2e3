import type { Database } from '@pagebell/postgres/database'
import type { EventEndpoints } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import type { EndpointRow } from '../queries/endpoint-columns.ts'
import { findEndpoint } from '../queries/find-endpoint.ts'
import { noEndpoint, readEndpointPlace } from '../read-endpoint.ts'
import { toEndpoint } from '../to-endpoint.ts'

export function getEndpoint(db: Database): Handler<typeof EventEndpoints, 'getEndpoint'> {
  return async (request) => {
    const { accountId, projectId } = readEndpointPlace(request)
    const { rows } = await db.of(accountId).query<EndpointRow>(findEndpoint(accountId, projectId))
    if (rows[0] === undefined) throw noEndpoint()
    return toEndpoint(rows[0])
  }
}
