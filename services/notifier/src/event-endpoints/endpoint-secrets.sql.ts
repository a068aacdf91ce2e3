import type { Queryable } from '@pagebell/postgres/database'
import { type EndpointKey, type EndpointRow, endpointColumns } from './endpoints.sql.ts'

type Rotation = { sealed: string; lastFour: string; graceSeconds: number; rotatedBy: string | undefined }

/** Sets a new secret; the previous one keeps signing too during the grace period. */
export async function rotateSecret(
  q: Queryable,
  { account_id, key }: EndpointKey,
  { sealed, lastFour, graceSeconds, rotatedBy }: Rotation,
): Promise<EndpointRow | undefined> {
  const { rows } = await q.query<EndpointRow>({
    name: 'rotate-secret',
    text: `
      update event_endpoints set
        previous_sealed = case when $5 > 0 then sealed end,
        previous_last_four = case when $5 > 0 then last_four end,
        previous_until = case when $5 > 0 then clock_timestamp() + make_interval(secs => $5) end,
        sealed = $3, last_four = $4, rotated_by = $6, rotated_at = clock_timestamp(), updated_at = clock_timestamp()
      where account_id = $1 and project_id = $2
      returning ${endpointColumns}`,
    values: [account_id, key, sealed, lastFour, graceSeconds, rotatedBy ?? null],
  })
  return rows[0]
}

export type SealedSecrets = EndpointKey & {
  id: string
  sealed: string
  previous_sealed: string | null
  sealed_url: string | null
}

/** Locks up to `limit` endpoints with secrets that are sealed with another key than this one. */
export async function lockOldSecrets(q: Queryable, keyId: string, limit: number): Promise<SealedSecrets[]> {
  const { rows } = await q.query<SealedSecrets>({
    name: 'lock-old-secrets',
    text: `select account_id, project_id as key, id, sealed, previous_sealed, sealed_url from event_endpoints
      where not starts_with(sealed, $1 || '.') or not starts_with(previous_sealed, $1 || '.')
        or not starts_with(sealed_url, $1 || '.')
      limit $2 for update skip locked`,
    values: [keyId, limit],
  })
  return rows
}

/** Replaces sealed secrets by the same ones sealed with another key. */
export async function resealSecrets(
  q: Queryable,
  { account_id, key, sealed, previous_sealed, sealed_url }: SealedSecrets,
): Promise<void> {
  await q.query({
    name: 'reseal-secrets',
    text: `update event_endpoints set sealed = $3, previous_sealed = $4, sealed_url = $5
      where account_id = $1 and project_id = $2`,
    values: [account_id, key, sealed, previous_sealed, sealed_url],
  })
}
