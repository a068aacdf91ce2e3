import type { Statement } from '@pagebell/postgres/database'

export type SealedSecrets = {
  account_id: string
  project_id: string
  id: string
  sealed: string
  previous_sealed: string | null
}

/** Secrets that are sealed by another key than this one. */
export function lockOldSecrets(keyId: string, limit: number): Statement {
  return {
    name: 'lock-old-secrets',
    text: `select account_id, project_id, id, sealed, previous_sealed from event_endpoints
      where not starts_with(sealed, $1 || '.') or not starts_with(previous_sealed, $1 || '.')
      limit $2 for update skip locked`,
    values: [keyId, limit],
  }
}
