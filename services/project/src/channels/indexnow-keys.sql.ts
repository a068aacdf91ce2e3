import type { Queryable } from '@pagebell/postgres/database'

/** The host's key, if it has one already. */
export async function findSubdomainKey(
  q: Queryable,
  accountId: string,
  projectId: string,
  host: string,
): Promise<string | undefined> {
  const { rows } = await q.query<{ indexnow_key: string }>({
    name: 'get_subdomain_key',
    text: `
      select indexnow_key
      from indexnow_subdomain_key
      where account_id = $1 and project_id = $2 and host = $3`,
    values: [accountId, projectId, host],
  })
  return rows[0]?.indexnow_key
}

/** The host's key: the existing one, else this new one. Undefined if the project was deleted. */
export async function ensureSubdomainKey(
  q: Queryable,
  accountId: string,
  projectId: string,
  host: string,
  newKey: string,
): Promise<string | undefined> {
  const { rows } = await q.query<{ indexnow_key: string }>({
    name: 'ensure_subdomain_key',
    // The lock on the project waits for a deletion in progress, and makes the next one wait. The update that changes
    // nothing makes the statement return a key that another call inserted in the meantime.
    text: `
      insert into indexnow_subdomain_key as kept (account_id, project_id, host, indexnow_key)
      select account_id, project_id, $3, $4
      from project
      where account_id = $1 and project_id = $2
      for key share
      on conflict (account_id, project_id, host) do update
      set indexnow_key = kept.indexnow_key
      returning indexnow_key`,
    values: [accountId, projectId, host, newKey],
  })
  return rows[0]?.indexnow_key
}
