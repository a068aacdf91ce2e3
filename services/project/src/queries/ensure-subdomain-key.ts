import type { Queryable } from '@pagebell/postgres/database'

// The lock on the project waits for a deletion under way, and makes the next one wait. The update that changes nothing
// makes the statement answer the key that another call has made meanwhile.
const text = `
insert into indexnow_subdomain_key as kept (account_id, project_id, host, indexnow_key)
select account_id, project_id, $3, $4
from project
where account_id = $1 and project_id = $2
for key share
on conflict (account_id, project_id, host) do update
set indexnow_key = kept.indexnow_key
returning indexnow_key`

/** The host's key: the one it has, else this new one. Undefined if the project is gone. */
export async function ensureSubdomainKey(
  q: Queryable,
  accountId: string,
  projectId: string,
  host: string,
  newKey: string,
): Promise<string | undefined> {
  const statement = { name: 'ensure_subdomain_key', text, values: [accountId, projectId, host, newKey] }
  const { rows } = await q.query<{ indexnow_key: string }>(statement)
  return rows[0]?.indexnow_key
}
