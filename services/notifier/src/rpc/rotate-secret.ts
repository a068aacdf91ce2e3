import { fault } from '@pagebell/faults/fault'
import type { Database } from '@pagebell/postgres/database'
import type { EventEndpoints } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import type { Seal } from '@pagebell/tokens/seal'
import { lastFour } from '@pagebell/tokens/token'
import { sealSecret } from '../endpoint-secrets.ts'
import type { EndpointRow } from '../queries/endpoint-columns.ts'
import { findEndpoint } from '../queries/find-endpoint.ts'
import { rotateSecret as statement } from '../queries/rotate-secret.ts'
import { noEndpoint, readEndpointPlace } from '../read-endpoint.ts'
import { mintSecret } from '../sign-event.ts'
import { toEndpoint } from '../to-endpoint.ts'

const longestGrace = 604_800

export function rotateSecret({ db, seal }: Tools): Handler<typeof EventEndpoints, 'rotateSecret'> {
  return async ({ grace_seconds: graceSeconds, idempotency_key: idempotencyKey, ...request }) => {
    const { accountId, projectId } = readEndpointPlace(request)
    if (graceSeconds < 0 || graceSeconds > longestGrace)
      throw fault('invalid', 'grace cannot be used.', { errors: { grace: [`Use 0 to ${longestGrace} seconds.`] } })
    return db.of(accountId).transaction(async (q) => {
      const found = await q.query<EndpointRow>(findEndpoint(accountId, projectId))
      const [endpoint] = found.rows
      if (endpoint === undefined) throw noEndpoint()
      const secret = mintSecret()
      const sealed = sealSecret(seal, { account_id: accountId, project_id: projectId, id: endpoint.id }, secret)
      const made = { accountId, projectId, sealed, lastFour: lastFour(secret), graceSeconds, idempotencyKey }
      const { rows } = await q.query<EndpointRow>(statement(made))
      if (rows[0] === undefined)
        throw fault('conflict', 'The secret was shown when it was made, and is shown once.', {
          code: 'secret_already_shown',
        })
      return { endpoint: toEndpoint(rows[0]), secret }
    })
  }
}

type Tools = { db: Database; seal: Seal }
