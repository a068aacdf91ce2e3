import type { Queryable } from '@pagebell/postgres/database'

const text = `
select indexnow_key
from indexnow_subdomain_key
where account_id = $1 and project_id = $2 and host = $3`

export async function getSubdomainKey(
  q: Queryable,
  accountId: string,
  projectId: string,
  host: string,
): Promise<string | undefined> {
  const statement = { name: 'get_subdomain_key', text, values: [accountId, projectId, host] }
  const { rows } = await q.query<{ indexnow_key: string }>(statement)
  return rows[0]?.indexnow_key
}
