import { randomUUIDv7 } from 'node:crypto'
import { fault } from '@pagebell/faults/fault'
import type { Database } from '@pagebell/postgres/database'
import type { EventEndpoints } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import type { Seal } from '@pagebell/tokens/seal'
import { lastFour } from '@pagebell/tokens/token'
import { sealSecret } from '../endpoint-secrets.ts'
import type { EndpointRow } from '../queries/endpoint-columns.ts'
import { findTombstone } from '../queries/find-tombstone.ts'
import { lockProject } from '../queries/lock-project.ts'
import { putEndpoint as statement } from '../queries/put-endpoint.ts'
import { readEndpointPlace, readEndpointUrl, readEvents } from '../read-endpoint.ts'
import { mintSecret } from '../sign-event.ts'
import { toEndpoint } from '../to-endpoint.ts'

type Tools = { db: Database; seal: Seal; allow: readonly string[] }

/** Not while the project is being deleted, nor afterwards: the endpoint would outlive it. */
export function putEndpoint({ db, seal, allow }: Tools): Handler<typeof EventEndpoints, 'putEndpoint'> {
  return async ({ project, ...request }) => {
    const { accountId, projectId } = readEndpointPlace(request)
    const url = readEndpointUrl(request.url, allow)
    const events = readEvents(request.events)
    const [id, secret] = [randomUUIDv7(), mintSecret()]
    const sealed = sealSecret(seal, { account_id: accountId, project_id: projectId, id }, secret)
    return db.of(accountId).transaction(async (q) => {
      await q.query(lockProject(projectId, 'shared'))
      const tombstone = await q.query(findTombstone(accountId, projectId))
      if (tombstone.rowCount > 0) throw fault('not_found', 'There is no such project.')
      const made = { accountId, projectId, project, id, url, events, sealed, lastFour: lastFour(secret) }
      const { rows } = await q.query<EndpointRow>(statement(made))
      const [row] = rows
      if (row === undefined) throw new Error('An endpoint was saved without a row.')
      return { endpoint: toEndpoint(row), secret: row.id === id ? secret : '' }
    })
  }
}
