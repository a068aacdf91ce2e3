import { randomUUIDv7 } from 'node:crypto'
import { fault } from '@pagebell/faults/fault'
import type { Body } from '@pagebell/messages/define-message'
import { batchUrls, urlsPerMessage, type urlsSubmitted } from '@pagebell/messages/urls-submitted'
import type { Outbox } from '@pagebell/outbox/outbox'
import type { Database, Queryable } from '@pagebell/postgres/database'
import type { Log } from '@pagebell/runtime/log'
import type { Channels } from '../channels/load-channels.ts'
import { applyAndPublish } from '../preflight/apply-verdicts.ts'
import { lockBatch, takeEarlyVerdicts } from '../preflight/verdicts.sql.ts'
import { lockProject } from '../projects/projects.sql.ts'
import type { RetryPolicy } from '../retry-policy.ts'
import { hashUrl } from './delivery.ts'
import { insertDeliveries, type NewDelivery, restoreDeadLettered } from './insert.sql.ts'

/** The reason of a dead-lettered delivery: an operator has to replay its message. */
const waitsForOperator = 'waits_for_the_operator'

type SubmittedUrls = Body<typeof urlsSubmitted>
type Envelope = { traceparent?: string | undefined; extensions: Record<string, string> }
type ConsumerTools = {
  db: Database
  log: Log
  channels: Channels
  outbox: Pick<Outbox, 'flush'>
  policy: Pick<RetryPolicy, 'batchDelay' | 'partBatchDelay' | 'check' | 'checkedWindow'>
}

/** Stores the URLs, one delivery each; a message that comes twice changes nothing. */
export const onUrlsSubmitted =
  ({ db, log, channels, outbox, policy }: ConsumerTools) =>
  async (body: SubmittedUrls, { traceparent, extensions }: Envelope): Promise<void> => {
    if (!channels.has(body.channel)) throw fault('invalid', `There is no channel ${body.channel}.`)
    const rows = body.urls.map((url) => {
      const host = URL.parse(url)?.host
      if (!host) throw fault('invalid', 'A URL of the message has no host.')
      return { id: randomUUIDv7(), url, urlHash: hashUrl(url), host }
    })
    const batchDelayMs = rows.length < urlsPerMessage ? policy.batchDelay : policy.partBatchDelay
    await db.acrossAccounts().transaction(async (q) => {
      await lockProject(q, body.project_id, 'shared')
      const batch = { ...body, batch_urls: readBatchSize(extensions) }
      const inserted =
        body.preflight === true
          ? await insertChecking(q, batch, rows, traceparent, policy)
          : await insertDeliveries(q, batch, rows, traceparent, batchDelayMs)
      // Some were known already: among them may be dead-lettered ones, whose message is replayed now.
      if (inserted < rows.length) await restoreDeadLettered(q, body, rows)
    })
    if (body.preflight === true) outbox.flush()
    log.info({ batch_id: body.batch_id, channel: body.channel, urls: rows.length }, 'took a batch')
  }

/** Inserts deliveries that wait for their verdicts, and applies those that came first; returns how many were new. */
async function insertChecking(
  q: Queryable,
  batch: SubmittedUrls,
  rows: NewDelivery[],
  traceparent: string | undefined,
  { check: checkMs, checkedWindow: windowMs }: Pick<RetryPolicy, 'check' | 'checkedWindow'>,
): Promise<number> {
  const { account_id: accountId, project_id: projectId, batch_id: batchId, channel } = batch
  const checked = { accountId, projectId, batchId, channel }
  await lockBatch(q, checked)
  const { waits_until: from = null } = batch
  const reason = from !== null && Date.parse(from) > Date.now() ? 'waiting' : null
  const initial = { status: 'checking', reason, checkMs, from } as const
  const inserted = await insertDeliveries(q, batch, rows, traceparent, 0, initial)
  const hashes = rows.map(({ urlHash }) => urlHash)
  await applyAndPublish(q, checked, await takeEarlyVerdicts(q, checked, hashes), { checkMs, windowMs })
  return inserted
}

/** Records the deliveries of a message that becomes a dead letter, so that their batch completes. */
export const onUrlsDeadLettered =
  ({ db, log }: Pick<ConsumerTools, 'db' | 'log'>) =>
  async (body: SubmittedUrls, { traceparent, extensions }: Envelope): Promise<void> => {
    const rows = body.urls.map((url) => {
      return { id: randomUUIDv7(), url, urlHash: hashUrl(url), host: URL.parse(url)?.host ?? '' }
    })
    await db.acrossAccounts().transaction(async (q) => {
      await lockProject(q, body.project_id, 'shared')
      const batch = { ...body, batch_urls: readBatchSize(extensions) }
      await insertDeliveries(q, batch, rows, traceparent, 0, { status: 'set_aside', reason: waitsForOperator })
    })
    log.warn({ batch_id: body.batch_id, channel: body.channel, urls: rows.length }, 'dead-lettered a batch')
  }

/** How many deliveries the whole batch has; undefined where the message does not say. */
function readBatchSize(extensions: Record<string, string>): number | undefined {
  const size = extensions[batchUrls] ?? ''
  return /^[1-9]\d{0,8}$/.test(size) ? Number(size) : undefined
}
