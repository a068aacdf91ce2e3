import { randomUUIDv7 } from 'node:crypto'
import { fault } from '@pagebell/faults/fault'
import type { Body } from '@pagebell/messages/define-message'
import { pagesChecked } from '@pagebell/messages/pages-checked'
import type { pagesSubmitted } from '@pagebell/messages/pages-submitted'
import { enqueue, type Outbox } from '@pagebell/outbox/outbox'
import type { Database, Queryable } from '@pagebell/postgres/database'
import { joinWait } from '../deploy-waits/deploy-waits.sql.ts'
import { skipBatch } from '../deploy-waits/skip-batch.ts'
import { countChecks } from '../limits/limits.sql.ts'
import { verdicts } from '../metrics.ts'
import { isProjectDeleted, lockProject } from '../projects/projects.sql.ts'
import { hashUrl } from '../url-hash.ts'
import { type CheckedUrl, insertChecks, takeMessage } from './checks.sql.ts'

type ConsumerTools = { db: Database; outbox: Pick<Outbox, 'flush'>; runner: { now(): void } }
type SubmittedPages = Body<typeof pagesSubmitted>
type Envelope = { id: string; traceparent: string | undefined }

const reasonOverLimit = 'check_limit'

/** Stores a check for each URL of a batch with pre-flight; a message that comes twice changes nothing. */
export const onPagesSubmitted =
  ({ db, outbox, runner }: ConsumerTools) =>
  async (body: SubmittedPages, { id, traceparent }: Envelope): Promise<void> => {
    const { account_id: accountId, project_id: projectId } = body
    const ofAccount = db.forAccount(accountId)
    const urls = body.urls.map((url) => {
      const host = URL.parse(url)?.host
      if (!host) throw fault('invalid', 'A URL of the message has no host.')
      return { url, urlHash: hashUrl(url), host }
    })
    await ofAccount.transaction(async (q) => {
      await lockProject(q, projectId, 'shared')
      if (await isProjectDeleted(q, accountId, projectId)) return
      if (!(await takeMessage(q, accountId, id))) return
      const allowed = await countChecks(q, accountId, urls.length)
      if (allowed > 0) await planChecks(q, body, urls.slice(0, allowed), traceparent)
      await sendUnchecked(q, body, body.urls.slice(allowed))
    })
    runner.now()
    outbox.flush()
  }

/** Inserts checks, due when the schedule of their batch says. */
async function planChecks(
  q: Queryable,
  { schedule, ...batch }: SubmittedPages,
  urls: CheckedUrl[],
  traceparent: string | undefined,
): Promise<void> {
  const { not_before: notBefore, wait } = schedule ?? {}
  if (wait === undefined) return insertChecks(q, batch, urls, { traceparent, dueAt: notBefore })
  const { account_id: accountId, batch_id: batchId, project_id: projectId, submitted_at: submittedAt } = batch
  const beginsAt = notBefore !== undefined && notBefore > submittedAt ? notBefore : submittedAt
  const endsAt = new Date(Date.parse(beginsAt) + wait.for_seconds * 1_000).toISOString()
  const ended = await joinWait(q, { accountId, batchId, projectId, ...wait, beginsAt, endsAt })
  const isWaiting = ended === null || (ended === 'over' && wait.over === 'drop')
  await insertChecks(q, batch, urls, { traceparent, dueAt: isWaiting ? 'infinity' : undefined })
  if (isWaiting && ended !== null) await skipBatch(q, batch)
}

/** Past the limit of checks, URLs are sent as they are without pre-flight. */
async function sendUnchecked(q: Queryable, body: SubmittedPages, urls: string[]): Promise<void> {
  if (urls.length === 0) return
  const { account_id, project_id, batch_id, channel } = body
  const notChecked = urls.map((url) => ({ url, verdict: 'not_checked' as const, reason: reasonOverLimit }))
  await enqueue(q, pagesChecked, { account_id, project_id, batch_id, channel, verdicts: notChecked }, randomUUIDv7())
  verdicts.add(urls.length, { 'pagebell.verdict': 'not_checked', 'pagebell.reason': reasonOverLimit })
}
