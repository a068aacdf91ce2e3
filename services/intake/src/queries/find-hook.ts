import type { Queryable } from '@pagebell/postgres/database'
import type { Hook } from '../write-hook.ts'

const text = `select h.enabled, h.last_four, h.created_at,
  (select max(b.created_at) from batch b where b.account_id = h.account_id and b.project_id = h.project_id and b.token_id = h.token_id) as last_used_at,
  (select coalesce(sum(cardinality(b.urls)), 0)::bigint from batch b
   where b.account_id = h.account_id and b.project_id = h.project_id and b.created_at > pagebell_moment() - interval '7 days') as accepted_7d,
  case when h.previous_accepted_until > pagebell_now() then h.previous_last_four end as previous_last_four,
  case when h.previous_accepted_until > pagebell_now() then h.previous_accepted_until end as previous_accepted_until,
  case when h.previous_accepted_until > pagebell_now() then
    (select max(b.created_at) from batch b where b.account_id = h.account_id and b.project_id = h.project_id and b.token_id = h.previous_token_id)
  end as previous_last_used_at
from hook h where h.account_id = $1 and h.project_id = $2`

/** The state of a project's token. */
export async function findHook(q: Queryable, accountId: string, projectId: string): Promise<Hook | undefined> {
  const { rows } = await q.query<Hook>({ name: 'find-hook', text, values: [accountId, projectId] })
  return rows[0]
}
