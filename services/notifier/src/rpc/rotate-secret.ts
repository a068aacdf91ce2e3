import { fault } from '@pagebell/faults/fault'
import type { Database } from '@pagebell/postgres/database'
import type { Idempotency__Output as Idempotency } from '@pagebell/protos/notifier/v1/Idempotency'
import type { EventEndpoints } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import type { Seal } from '@pagebell/tokens/seal'
import { lastFour } from '@pagebell/tokens/token'
import { sealSecret } from '../endpoint-secrets.ts'
import type { EndpointRow } from '../queries/endpoint-columns.ts'
import { type LockedEndpoint, lockEndpoint } from '../queries/lock-endpoint.ts'
import { rotateSecret as statement } from '../queries/rotate-secret.ts'
import { noEndpoint, readEndpointPlace } from '../read-endpoint.ts'
import { mintSecret } from '../sign-event.ts'
import { toEndpoint } from '../to-endpoint.ts'

const longestGrace = 604_800

export function rotateSecret({ db, seal }: Tools): Handler<typeof EventEndpoints, 'rotateSecret'> {
  return async ({ grace_seconds: graceSeconds, idempotency, ...request }) => {
    const { accountId, projectId } = readEndpointPlace(request)
    if (graceSeconds < 0 || graceSeconds > longestGrace)
      throw fault('invalid', 'grace cannot be used.', { errors: { grace: [`Use 0 to ${longestGrace} seconds.`] } })
    return db.of(accountId).transaction(async (q) => {
      const locked = await q.query<LockedEndpoint>(lockEndpoint(accountId, projectId))
      const [endpoint] = locked.rows
      if (endpoint === undefined) throw noEndpoint()
      const rotatedBy = idempotency ? refuseRepetition(endpoint.rotated_by, idempotency) : undefined
      const secret = mintSecret()
      const sealed = sealSecret(seal, { account_id: accountId, project_id: projectId, id: endpoint.id }, secret)
      const made = { accountId, projectId, sealed, lastFour: lastFour(secret), graceSeconds, rotatedBy }
      const { rows } = await q.query<EndpointRow>(statement(made))
      if (rows[0] === undefined) throw new Error('A locked endpoint could not be rotated.')
      return { endpoint: toEndpoint(rows[0]), secret }
    })
  }
}

type Tools = { db: Database; seal: Seal }

/** What is kept of the key and its request. Throws where it was the last one that rotated. */
function refuseRepetition(last: string | null, { key, request_sha256 }: Idempotency): string {
  const now = `${request_sha256.toString('hex')} ${key}`
  if (last === now) {
    const text = 'The secret was shown when it was made, and is shown once.'
    throw fault('conflict', text, { code: 'secret_already_shown' })
  }
  if (last?.slice(last.indexOf(' ') + 1) === key)
    throw fault('invalid', 'The Idempotency-Key was used for another request.', {
      code: 'idempotency_key_reused',
      errors: { 'Idempotency-Key': ['Use a new key for each request.'] },
    })
  return now
}
