import type { Queryable } from '@pagebell/postgres/database'

const text = `
update project
set ignored_version = ignored_version + 1
where account_id = $1 and name = $2
returning project_id, ignored_version`

export type IgnoredVersionRow = { project_id: string; ignored_version: number }

/** Makes this transaction the only one that changes what the project ignores. Undefined if there is no such project. */
export async function raiseIgnoredVersion(
  q: Queryable,
  accountId: string,
  name: string,
): Promise<IgnoredVersionRow | undefined> {
  const statement = { name: 'raise_ignored_version', text, values: [accountId, name] }
  const { rows } = await q.query<IgnoredVersionRow>(statement)
  return rows[0]
}
