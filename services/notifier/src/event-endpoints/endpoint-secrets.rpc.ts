import { fault } from '@pagebell/faults/fault'
import { emailFormat } from '@pagebell/outbound-events/event-formats'
import type { Database } from '@pagebell/postgres/database'
import type { ProjectEndpoints } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import type { Seal } from '@pagebell/tokens/seal'
import { lastFour } from '@pagebell/tokens/token'
import { rotateSecret } from './endpoint-secrets.sql.ts'
import { mintSecret, sealSecret } from './endpoint-secrets.ts'
import { lockEndpoint } from './endpoints.sql.ts'
import { noEndpoint, readEndpointPlace, toEndpoint } from './event-endpoint.ts'
import { refuseRepetition } from './secret-requests.ts'

const maxGraceSeconds = 604_800

type RotateSecret = Handler<typeof ProjectEndpoints, 'rotateSecret'>

export const rotateSecretHandler =
  ({ db, seal }: { db: Database; seal: Seal }): RotateSecret =>
  async ({ grace_seconds: graceSeconds, idempotency, ...request }) => {
    const place = readEndpointPlace(request)
    if (graceSeconds < 0 || graceSeconds > maxGraceSeconds)
      throw fault('invalid', 'grace cannot be used.', { errors: { grace: [`Use 0 to ${maxGraceSeconds} seconds.`] } })
    return db.forAccount(place.accountId).transaction(async (q) => {
      const endpoint = await lockEndpoint(q, place)
      if (endpoint === undefined) throw noEndpoint()
      if (endpoint.format === emailFormat) throw noSecret()
      const last = endpoint.rotated_by === null ? [] : [endpoint.rotated_by]
      const rotatedBy = idempotency ? refuseRepetition(last, idempotency) : undefined
      const secret = mintSecret()
      const at = { account_id: place.accountId, key: endpoint.key }
      const sealed = sealSecret(seal, { ...at, id: endpoint.id }, secret)
      const row = await rotateSecret(q, at, { sealed, lastFour: lastFour(secret), graceSeconds, rotatedBy })
      if (row === undefined) throw new Error('A locked endpoint could not be rotated.')
      return { endpoint: toEndpoint(row), secret }
    })
  }

const noSecret = () => fault('conflict', 'E-mail is not signed: this endpoint has no secret.', { code: 'no_secret' })
