import type { StoredBatch } from './queries/find-batch.ts'
import { readTarget } from './target.ts'

/** What the notifier says of one URL. */
export type Delivery = {
  url: string
  channel: string
  status: string
  attempts: number
  next_at?: string | undefined
  delivered_at?: string | undefined
  reason?: string | undefined
  engine_status?: number | undefined
  engine_message?: string | undefined
}

/** A batch with the fate of each accepted URL, in the order sent; `queued` are those that have not reached the notifier. */
export function writeBatch({ urls, ...batch }: StoredBatch, deliveries: Delivery[]) {
  const known = new Map(deliveries.map((delivery) => [`${delivery.channel} ${delivery.url}`, delivery]))
  const isOfSeveral = batch.channel.includes(',')
  const results = urls.map((text) => {
    const { url, channel } = readTarget(batch.channel, text)
    return { url, ...(isOfSeveral && { channel }), ...writeFate(known.get(`${channel} ${url}`)) }
  })
  const counts: Record<string, number> = {}
  for (const { status } of results) counts[status] = (counts[status] ?? 0) + 1
  const accepted = isOfSeveral ? new Set(results.map(({ url }) => url)).size : urls.length
  return { ...batch, accepted, counts, results, status: 200 }
}

function writeFate(delivery: Delivery | undefined) {
  if (delivery === undefined) return { status: 'queued', attempts: 0 }
  const { status, attempts, next_at, delivered_at, reason, engine_status, engine_message } = delivery
  return { status, attempts, next_at, delivered_at, reason, engine_status, engine_message }
}
