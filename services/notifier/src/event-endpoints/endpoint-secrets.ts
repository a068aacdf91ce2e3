import { createHmac, randomBytes } from 'node:crypto'
import type { Database } from '@pagebell/postgres/database'
import type { Seal } from '@pagebell/tokens/seal'
import { lockOldSecrets, resealSecrets } from './endpoint-secrets.sql.ts'
import type { EndpointKey } from './endpoints.sql.ts'

const prefix = 'whsec_'
/** The least that Standard Webhooks allows. */
const secretBytes = 24

/** A new secret in the form of Standard Webhooks: whsec_ and base64. */
export const mintSecret = (): string => prefix + randomBytes(secretBytes).toString('base64')

/**
 * The headers by which a receiver verifies an event (https://www.standardwebhooks.com). Each secret signs, the newest
 * first, so that a receiver may know either one during a rotation. `seconds` since 1970.
 */
export function signEvent(secrets: string[], { id, seconds, body }: { id: string; seconds: number; body: string }) {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatures.join(' '),
  }
}

/** The row that a secret belongs to. */
export type SecretPlace = EndpointKey & { id: string }

/** Bound to the seal, so that a secret that is copied to another row cannot be opened. */
const placeOf = ({ account_id, key, id }: SecretPlace): string => `${account_id} ${key} ${id}`

/** A secret as it is stored. */
export const sealSecret = (seal: Seal, place: SecretPlace, secret: string): string => seal.seal(secret, placeOf(place))

/** Opens a secret that was sealed for this row. Throws for any other. */
export const openSecret = (seal: Seal, place: SecretPlace, sealed: string): string => seal.open(sealed, placeOf(place))

const endpointsPerTransaction = 500

/** Seals all secrets with the current key; returns of how many endpoints. */
export async function reencryptSecrets(db: Database, seal: Seal): Promise<number> {
  let count = 0
  for (let done = endpointsPerTransaction; done === endpointsPerTransaction; count += done) {
    done = await db.acrossAccounts().transaction(async (q) => {
      const endpoints = await lockOldSecrets(q, seal.currentId, endpointsPerTransaction)
      for (const row of endpoints) {
        const reseal = (sealed: string) => sealSecret(seal, row, openSecret(seal, row, sealed))
        const resealed = { sealed: reseal(row.sealed), previous_sealed: orNull(row.previous_sealed, reseal) }
        await resealSecrets(q, { ...row, ...resealed, sealed_url: orNull(row.sealed_url, reseal) })
      }
      return endpoints.length
    })
  }
  return count
}

const orNull = (sealed: string | null, reseal: (sealed: string) => string): string | null =>
  sealed === null ? null : reseal(sealed)
