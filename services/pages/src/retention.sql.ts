import type { Queryable } from '@pagebell/postgres/database'

/** The rows of each table that are old; a subscription is one that should have ended, and whose hub was not asked. */
const oldRows = {
  taken_message: "taken_at < now() - interval '7 days'",
  page_verdict: "judged_at < now() - interval '90 days'",
  deploy_wait: "ended_as is not null and ended_at < now() - interval '7 days'",
  found_page: "found_at < now() - interval '1 day'",
  page_change: "first_at < now() - interval '1 day'",
  watch_scan: "began_at < now() - interval '90 days'",
  hub_subscription: "ends and next_at < now() - interval '1 day'",
}

type AgingTable = keyof typeof oldRows

export const agingTables = Object.keys(oldRows) as AgingTable[]

/** Deletes up to `limit` old rows of a table; returns how many. */
export async function deleteOldRows(q: Queryable, table: AgingTable, limit: number): Promise<number> {
  const { rowCount } = await q.query({
    name: `delete-old-${table}`,
    text: `delete from ${table} where ctid in (select ctid from ${table} where ${oldRows[table]} limit $1)`,
    values: [limit],
  })
  return rowCount
}
