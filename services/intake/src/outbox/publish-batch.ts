import type { Body } from '@pagebell/messages/define-message'
import { urlsPerMessage, type urlsSubmitted } from '@pagebell/messages/urls-submitted'
import { decodeChannelUrl } from '../batches/channel-url.ts'
import { endOfWait, type Schedule } from '../submissions/schedule.ts'

/** A durable batch that RabbitMQ has not confirmed. */
export type OutboxBatch = {
  batchId: string
  accountId: string
  projectId: string
  project: string
  /** Comma-separated. */
  channel: string
  action: 'update' | 'delete'
  urls: string[]
  submittedAt: string
  traceparent: string | null
  /** Its pages are checked before they are announced. */
  preflight: boolean
  schedule: Schedule | null
}

/** URLs of a batch for one channel, at most as many as a message may have. */
export type BatchPart = {
  /** The same each time the batch is published, so that consumers can deduplicate. */
  id: string
  body: Body<typeof urlsSubmitted>
  /** For pages alone. */
  schedule: Schedule | null
  /** Of the whole batch, in all its parts; one counts once a channel. */
  batchUrls: number
  traceparent: string | undefined
}

/** A batch in parts of one channel and at most 1,000 URLs. */
export function partsOf(batch: OutboxBatch): BatchPart[] {
  const channelUrls = batch.urls.map((text) => decodeChannelUrl(batch.channel, text))
  const { schedule } = batch
  const waiting = schedule === null ? {} : { waits_until: endOfWait(schedule, batch.submittedAt).toISOString() }
  const ofBatch = { schedule, batchUrls: batch.urls.length, traceparent: batch.traceparent ?? undefined }
  return [...Map.groupBy(channelUrls, ({ channel }) => channel)].flatMap(([channel, ofChannel]) => {
    const urls = ofChannel.map(({ url }) => url)
    const name = channel === batch.channel ? batch.batchId : `${batch.batchId}.${channel}`
    return Array.from({ length: Math.ceil(urls.length / urlsPerMessage) }, (_, part) => ({
      id: part === 0 ? name : `${name}.${part + 1}`,
      body: {
        batch_id: batch.batchId,
        account_id: batch.accountId,
        project_id: batch.projectId,
        project: batch.project,
        channel,
        action: batch.action,
        urls: urls.slice(part * urlsPerMessage, (part + 1) * urlsPerMessage),
        submitted_at: batch.submittedAt,
        ...(batch.preflight && { preflight: true, ...waiting }),
      },
      ...ofBatch,
    }))
  })
}
