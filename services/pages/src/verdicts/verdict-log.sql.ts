import type { Queryable } from '@pagebell/postgres/database'

export type LoggedVerdict = {
  accountId: string
  projectId: string
  urlHash: Buffer
  id: string
  batchId: string
  channel: string
  action: string
  verdict: string
  reason: string | null
  status: number | null
  changed: string[] | null
}

/** Records a verdict for the owner of the page. */
export async function logVerdict(q: Queryable, verdict: LoggedVerdict): Promise<void> {
  await q.query({
    name: 'log-verdict',
    text: `
      insert into page_verdict
        (account_id, project_id, url_hash, id, batch_id, channel, action, verdict, reason, status, changed)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::text[])`,
    values: [
      verdict.accountId,
      verdict.projectId,
      verdict.urlHash,
      verdict.id,
      verdict.batchId,
      verdict.channel,
      verdict.action,
      verdict.verdict,
      verdict.reason,
      verdict.status,
      verdict.changed,
    ],
  })
}

/** Deletes up to `limit` verdicts that are 90 days old; returns how many. */
export async function deleteOldVerdicts(q: Queryable, limit: number): Promise<number> {
  const { rowCount } = await q.query({
    name: 'delete-old-verdicts',
    text: `delete from page_verdict where ctid in (
      select ctid from page_verdict where judged_at < now() - interval '90 days' limit $1)`,
    values: [limit],
  })
  return rowCount
}
