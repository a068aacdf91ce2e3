import type { Body } from '@pagebell/messages/define-message'
import type { pagesSubmitted } from '@pagebell/messages/pages-submitted'
import { batchUrls, type urlsSubmitted } from '@pagebell/messages/urls-submitted'
import type { urlsSubmittedV2 } from '@pagebell/messages/urls-submitted-v2'
import type { BatchPart } from './publish-batch.ts'
import type { PublishParts } from './publish-together.ts'

type Envelope = { id: string; traceparent: string | undefined; extensions?: Record<string, string> }

/** Each publishes one message and resolves on the confirm. */
type PublishTools = {
  toNotifier: (body: Body<typeof urlsSubmitted>, envelope: Envelope) => Promise<void>
  toNotifierTogether: (body: Body<typeof urlsSubmittedV2>, envelope: Envelope) => Promise<void>
  toPages: (body: Body<typeof pagesSubmitted>, envelope: Envelope) => Promise<void>
}

/** Publishes URLs to the notifier and, with pre-flight, to pages too (ADR 70); resolves when each message is confirmed. */
export const publishUrls =
  ({ toNotifier, toNotifierTogether, toPages }: PublishTools): PublishParts =>
  async ([first, ...rest]) => {
    const { id, traceparent, body, schedule, batchUrls: size } = first
    if (rest.length > 0) return toNotifierTogether(togetherOf([first, ...rest]), { id, traceparent })
    const { preflight = false, waits_until: _until, ...submitted } = body
    await Promise.all([
      toNotifier(body, { id, traceparent, extensions: { [batchUrls]: String(size) } }),
      preflight ? toPages({ ...submitted, ...(schedule && { schedule }) }, { id, traceparent }) : undefined,
    ])
  }

function togetherOf(parts: [BatchPart, ...BatchPart[]]): Body<typeof urlsSubmittedV2> {
  const [{ body }] = parts
  return {
    account_id: body.account_id,
    project_id: body.project_id,
    project: body.project,
    batches: parts.map(({ body: part, batchUrls: batch_urls, traceparent }) => ({
      batch_id: part.batch_id,
      channel: part.channel,
      action: part.action,
      urls: part.urls,
      submitted_at: part.submitted_at,
      batch_urls,
      ...(traceparent !== undefined && { traceparent }),
    })),
  }
}
