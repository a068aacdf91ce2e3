import type { Database } from '@pagebell/postgres/database'
import type { EventEndpoints } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import { enableEndpoint } from '../queries/enable-endpoint.ts'
import type { EndpointRow } from '../queries/endpoint-columns.ts'
import { findEndpoint } from '../queries/find-endpoint.ts'
import { noEndpoint, readEndpointPlace } from '../read-endpoint.ts'
import { disable } from '../record-answer.ts'
import { toEndpoint } from '../to-endpoint.ts'

export function setEndpointEnabled(db: Database): Handler<typeof EventEndpoints, 'setEndpointEnabled'> {
  return async ({ enabled, ...request }) => {
    const { accountId, projectId } = readEndpointPlace(request)
    return db.of(accountId).transaction(async (q) => {
      if (enabled) await q.query(enableEndpoint(accountId, projectId))
      else await disable(q, { account_id: accountId, project_id: projectId }, { reason: 'owner', note: null })
      const { rows } = await q.query<EndpointRow>(findEndpoint(accountId, projectId))
      if (rows[0] === undefined) throw noEndpoint()
      return toEndpoint(rows[0])
    })
  }
}
