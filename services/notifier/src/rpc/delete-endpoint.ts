import type { Database } from '@pagebell/postgres/database'
import type { EventEndpoints } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import { deleteEndpoint as statement } from '../queries/delete-endpoint.ts'
import { noEndpoint, readEndpointPlace } from '../read-endpoint.ts'

export function deleteEndpoint(db: Database): Handler<typeof EventEndpoints, 'deleteEndpoint'> {
  return async (request) => {
    const { accountId, projectId } = readEndpointPlace(request)
    const { rows } = await db.of(accountId).query<{ id: string }>(statement(accountId, projectId))
    if (rows[0] === undefined) throw noEndpoint()
    return rows[0]
  }
}
