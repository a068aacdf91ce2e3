import type { Body } from '@pagebell/messages/define-message'
import type { pagesSubmitted } from '@pagebell/messages/pages-submitted'
import type { PublishUrls } from './publish-batch.ts'

type PublishPages = (body: Body<typeof pagesSubmitted>, envelope: { id: string; traceparent?: string }) => Promise<void>

/** Publishes URLs to the notifier and, with pre-flight, to pages too (ADR 70); resolves when each message is confirmed. */
export const publishUrls =
  (toNotifier: PublishUrls, toPages: PublishPages): PublishUrls =>
  async ({ schedule, ...body }, envelope) => {
    const { preflight = false, waits_until: _until, ...submitted } = body
    const { extensions: _counts, ...rest } = envelope
    await Promise.all([
      toNotifier(body, envelope),
      preflight ? toPages({ ...submitted, ...(schedule && { schedule }) }, rest) : undefined,
    ])
  }
