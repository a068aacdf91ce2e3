import type { Body } from '@pagebell/messages/define-message'
import { batchUrls, urlsPerMessage, type urlsSubmitted } from '@pagebell/messages/urls-submitted'
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

/** A part of a batch, of which the schedule is for pages alone. */
type BatchPart = Body<typeof urlsSubmitted> & { schedule?: Schedule }

type Envelope = { id: string; traceparent?: string; extensions: Record<string, string> }

/** Publishes one message; resolves on the confirm. */
export type PublishUrls = (body: BatchPart, envelope: Envelope) => Promise<void>

/**
 * Publishes a batch in messages of one channel and at most 1,000 URLs; resolves when all are confirmed. A message has
 * the same id each time it is published, so that consumers can deduplicate.
 */
export async function publishBatch(batch: OutboxBatch, publish: PublishUrls): Promise<void> {
  const channelUrls = batch.urls.map((text) => decodeChannelUrl(batch.channel, text))
  const extensions = { [batchUrls]: String(batch.urls.length) }
  const { schedule } = batch
  const scheduled =
    schedule === null ? {} : { schedule, waits_until: endOfWait(schedule, batch.submittedAt).toISOString() }
  const envelope = { extensions, ...(batch.traceparent !== null && { traceparent: batch.traceparent }) }
  await Promise.all(
    [...Map.groupBy(channelUrls, ({ channel }) => channel)].flatMap(([channel, ofChannel]) => {
      const urls = ofChannel.map(({ url }) => url)
      const name = channel === batch.channel ? batch.batchId : `${batch.batchId}.${channel}`
      return Array.from({ length: Math.ceil(urls.length / urlsPerMessage) }, (_, part) =>
        publish(
          {
            batch_id: batch.batchId,
            account_id: batch.accountId,
            project_id: batch.projectId,
            project: batch.project,
            channel,
            action: batch.action,
            urls: urls.slice(part * urlsPerMessage, (part + 1) * urlsPerMessage),
            submitted_at: batch.submittedAt,
            ...(batch.preflight && { preflight: true, ...scheduled }),
          },
          { id: part === 0 ? name : `${name}.${part + 1}`, ...envelope },
        ),
      )
    }),
  )
}
