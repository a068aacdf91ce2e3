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

type SkippedBatch = { account_id: string; project_id: string; batch_id: string }

/** Records that URLs of a batch are skipped for one reason. */
export async function logSkipped(
  q: Queryable,
  batch: SkippedBatch,
  { id, channel, reason }: { id: string; channel: string; reason: string },
  urls: { url_hash: Buffer; action: string }[],
): Promise<void> {
  await q.query({
    name: 'log-skipped',
    text: `
      insert into page_verdict (account_id, project_id, url_hash, id, batch_id, channel, action, verdict, reason)
      select $1, $2, skipped.url_hash, $3, $4, $5, skipped.action, 'skip', $6
      from unnest($7::bytea[], $8::text[]) as skipped (url_hash, action)`,
    values: [
      batch.account_id,
      batch.project_id,
      id,
      batch.batch_id,
      channel,
      reason,
      urls.map((one) => one.url_hash),
      urls.map(({ action }) => action),
    ],
  })
}
