import type { Body } from '@pagebell/messages/define-message'
import type { urlsSubmitted } from '@pagebell/messages/urls-submitted'

/** A durable batch that RabbitMQ has not confirmed. */
export type Waiting = {
  batchId: string
  accountId: string
  projectId: string
  project: string
  channel: string
  action: 'update' | 'delete'
  urls: string[]
  submittedAt: string
  traceparent: string | null
}

type UrlsSubmitted = Body<typeof urlsSubmitted>

/** Publishes one message; resolves on the confirm. */
export type Send = (body: UrlsSubmitted, envelope: { id: string; traceparent?: string }) => Promise<void>

const urlsPerMessage = 1_000

/**
 * Publishes a batch in messages of at most 1,000 URLs; resolves when all are confirmed. A part has the same id however
 * often it is published, so that consumers can tell.
 */
export async function publishBatch(batch: Waiting, send: Send): Promise<void> {
  const parts = Math.ceil(batch.urls.length / urlsPerMessage)
  await Promise.all(
    Array.from({ length: parts }, (_, part) =>
      send(
        {
          batch_id: batch.batchId,
          account_id: batch.accountId,
          project_id: batch.projectId,
          project: batch.project,
          channel: batch.channel,
          action: batch.action,
          urls: batch.urls.slice(part * urlsPerMessage, (part + 1) * urlsPerMessage),
          submitted_at: batch.submittedAt,
        },
        { id: partId(batch.batchId, part), ...(batch.traceparent === null ? {} : { traceparent: batch.traceparent }) },
      ),
    ),
  )
}

const partId = (batchId: string, part: number): string => (part === 0 ? batchId : `${batchId}.${part + 1}`)
