import { randomUUIDv7 } from 'node:crypto'
import { urlsSkipped } from '@pagebell/messages/urls-skipped'
import { enqueue } from '@pagebell/outbox/outbox'
import type { Queryable } from '@pagebell/postgres/database'
import { applyVerdicts, type BatchOfChannel, type CheckTimes, type StoredVerdict } from './verdicts.sql.ts'

/** A batch of a channel, with the project that it is of. */
export type CheckedBatch = BatchOfChannel & { projectId: string }

/** Applies verdicts, and publishes in the same transaction what is skipped, so that its charge is given back. */
export async function applyAndPublish(
  q: Queryable,
  batch: CheckedBatch,
  verdicts: StoredVerdict[],
  times: CheckTimes,
): Promise<void> {
  if (verdicts.length === 0) return
  const urls = await applyVerdicts(q, batch, verdicts, times)
  if (urls.length === 0) return
  const { accountId, projectId, batchId, channel } = batch
  const body = { account_id: accountId, project_id: projectId, batch_id: batchId, channel, urls }
  await enqueue(q, urlsSkipped, body, randomUUIDv7())
}
