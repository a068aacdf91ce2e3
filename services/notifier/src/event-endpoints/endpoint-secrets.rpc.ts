import { fault } from '@pagebell/faults/fault'
import { idempotencyKeyReused } from '@pagebell/faults/idempotency-key'
import type { Database } from '@pagebell/postgres/database'
import type { Idempotency__Output as Idempotency } from '@pagebell/protos/notifier/v1/event_endpoints'
import type { EventEndpoints } from '@pagebell/rpc/contracts'
import type { HandlersOf } from '@pagebell/rpc/serve-rpc'
import type { Seal } from '@pagebell/tokens/seal'
import { lastFour } from '@pagebell/tokens/token'
import { mintSecret, reencryptSecrets, sealSecret } from './endpoint-secrets.ts'
import { lockEndpoint, rotateSecret } from './endpoints.sql.ts'
import { noEndpoint, readEndpointPlace, toEndpoint } from './event-endpoint.ts'

const maxGraceSeconds = 604_800

type SecretHandlers = Pick<HandlersOf<typeof EventEndpoints>, 'rotateSecret' | 'reencryptSecrets'>

export const endpointSecretHandlers = ({ db, seal }: { db: Database; seal: Seal }): SecretHandlers => ({
  async rotateSecret({ grace_seconds: graceSeconds, idempotency, ...request }) {
    const { accountId, projectId } = readEndpointPlace(request)
    if (graceSeconds < 0 || graceSeconds > maxGraceSeconds)
      throw fault('invalid', 'grace cannot be used.', { errors: { grace: [`Use 0 to ${maxGraceSeconds} seconds.`] } })
    return db.forAccount(accountId).transaction(async (q) => {
      const endpoint = await lockEndpoint(q, accountId, projectId)
      if (endpoint === undefined) throw noEndpoint()
      const rotatedBy = idempotency ? refuseRepetition(endpoint.rotated_by, idempotency) : undefined
      const secret = mintSecret()
      const sealed = sealSecret(seal, { account_id: accountId, project_id: projectId, id: endpoint.id }, secret)
      const rotation = { accountId, projectId, sealed, lastFour: lastFour(secret), graceSeconds, rotatedBy }
      const row = await rotateSecret(q, rotation)
      if (row === undefined) throw new Error('A locked endpoint could not be rotated.')
      return { endpoint: toEndpoint(row), secret }
    })
  },

  reencryptSecrets: async () => ({ count: await reencryptSecrets(db, seal) }),
})

/** What is stored of the key and its request. Throws if the last rotation had the same key. */
function refuseRepetition(last: string | null, { key, request_sha256 }: Idempotency): string {
  const now = `${request_sha256.toString('hex')} ${key}`
  if (last === now) {
    const text = 'The secret was shown when it was made, and is shown once.'
    throw fault('conflict', text, { code: 'secret_already_shown' })
  }
  if (last?.slice(last.indexOf(' ') + 1) === key) throw idempotencyKeyReused()
  return now
}
