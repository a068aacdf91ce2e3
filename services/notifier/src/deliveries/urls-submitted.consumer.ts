import { randomUUIDv7 } from 'node:crypto'
import { fault } from '@pagebell/faults/fault'
import type { Body } from '@pagebell/messages/define-message'
import { batchUrls, urlsPerMessage, type urlsSubmitted } from '@pagebell/messages/urls-submitted'
import type { Database } from '@pagebell/postgres/database'
import type { Log } from '@pagebell/runtime/log'
import type { Channels } from '../channels/load-channels.ts'
import { lockProject } from '../projects/projects.sql.ts'
import type { RetryPolicy } from '../retry-policy.ts'
import { hashUrl } from './delivery.ts'
import { insertDeliveries, restoreDeadLettered } from './insert.sql.ts'

/** The reason of a dead-lettered delivery: an operator has to replay its message. */
const waitsForOperator = 'waits_for_the_operator'

type SubmittedUrls = Body<typeof urlsSubmitted>
type Envelope = { traceparent?: string | undefined; extensions: Record<string, string> }
type ConsumerTools = {
  db: Database
  log: Log
  channels: Channels
  policy: Pick<RetryPolicy, 'batchDelay' | 'partBatchDelay'>
}

/** Stores the URLs, one delivery each; a message that comes twice changes nothing. */
export const onUrlsSubmitted =
  ({ db, log, channels, policy }: ConsumerTools) =>
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
      const inserted = await insertDeliveries(q, batch, rows, traceparent, batchDelayMs)
      // Some were known already: among them may be dead-lettered ones, whose message is replayed now.
      if (inserted < rows.length) await restoreDeadLettered(q, body, rows)
    })
    log.info({ batch_id: body.batch_id, channel: body.channel, urls: rows.length }, 'took a batch')
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
