import type { Queryable } from '@pagebell/postgres/database'
import type { HookOwner } from '../find-owner.ts'

const text = `select account_id as "accountId", project_id as "projectId", project from hook
where enabled and (token_hash = $1 or (previous_token_hash = $1 and previous_accepted_until > pagebell_now()))`

/** The owner of a token that is accepted at this moment. */
export async function findOwner(q: Queryable, tokenHash: Buffer): Promise<HookOwner | undefined> {
  const { rows } = await q.query<HookOwner>({ name: 'find-owner', text, values: [tokenHash] })
  return rows[0]
}
