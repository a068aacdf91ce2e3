import type { Queryable } from '@pagebell/postgres/database'

export type NewToken = { id: string; hash: Buffer; lastFour: string }

// xmax is 0 on a row that was inserted.
const text = `insert into hook as h (project_id, account_id, project, token_id, token_hash, last_four, created_at)
values ($1, $2, $3, $4, $5, $6, pagebell_now())
on conflict (account_id, project_id) do update set
  previous_token_id = case when $7 > 0 then h.token_id end,
  previous_token_hash = case when $7 > 0 then h.token_hash end,
  previous_last_four = case when $7 > 0 then h.last_four end,
  previous_accepted_until = case when $7 > 0 then pagebell_now() + make_interval(secs => $7) end,
  token_id = excluded.token_id, token_hash = excluded.token_hash, last_four = excluded.last_four,
  created_at = excluded.created_at
returning xmax = 0 as created`

/** Gives a project its first token, or a new one beside which the old stays good for so many seconds. */
export async function rotateHook(
  q: Queryable,
  { accountId, projectId, project }: { accountId: string; projectId: string; project: string },
  token: NewToken,
  graceSeconds: number,
): Promise<{ created: boolean } | undefined> {
  const values = [projectId, accountId, project, token.id, token.hash, token.lastFour, graceSeconds]
  const { rows } = await q.query<{ created: boolean }>({ name: 'rotate-hook', text, values })
  return rows[0]
}
