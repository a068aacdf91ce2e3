import { urlsAnnounced } from '@pagebell/messages/urls-announced'
import { enqueueAll } from '@pagebell/outbox/outbox'
import type { Queryable } from '@pagebell/postgres/database'

/** What the engine learned of a page, as its verdict had it; null for one that was sent unchecked. */
export type PageAnnouncement = { state: 'live' | 'gone' | 'moved' | 'noindex'; content?: string; target?: string }

/** A delivery with pre-flight that an engine has taken. */
export type TakenUrl = { batch_id: string; url: string; submitted_at: string; announces: PageAnnouncement | null }

type Engine = { accountId: string; projectId: string; channel: string; action: 'update' | 'delete' }

/** Publishes, in the transaction that records it, that an engine has taken URLs. */
export async function announceTaken(
  q: Queryable,
  { accountId, projectId, channel, action }: Engine,
  taken: TakenUrl[],
): Promise<void> {
  const announced_at = new Date().toISOString()
  const bodies = [...Map.groupBy(taken, (row) => row.batch_id)].map(([batch_id, ofBatch]) => {
    const submitted_at = new Date(ofBatch[0]?.submitted_at ?? announced_at).toISOString()
    const urls = ofBatch.map(({ url, announces }) => ({ url, ...announces }))
    const about = { account_id: accountId, project_id: projectId, batch_id, channel, action }
    return { ...about, submitted_at, announced_at, urls }
  })
  // A request may have URLs of a thousand batches: until all is written, a failure has them sent again.
  await enqueueAll(q, urlsAnnounced, bodies)
}
