import type { KeyRow } from './queries/list-keys.ts'

/** A key as the contract has it: what is null in the database is absent. */
export function keyReply(row: KeyRow) {
  const { key_id, last_four, scopes, created_at, expires_at, last_used_at, revoked_at, name } = row
  return {
    key_id,
    last_four,
    scopes,
    created_at,
    ...(expires_at !== null && { expires_at }),
    ...(last_used_at !== null && { last_used_at }),
    ...(revoked_at !== null && { revoked_at }),
    ...(name !== null && { name }),
  }
}
