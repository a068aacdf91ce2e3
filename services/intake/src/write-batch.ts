import type { StoredBatch } from './queries/find-batch.ts'

/** What the notifier says of one URL. */
export type Delivery = {
  url: string
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
  const known = new Map(deliveries.map((delivery) => [delivery.url, delivery]))
  const results = urls.map((url) => writeFate(url, known.get(url)))
  const counts: Record<string, number> = {}
  for (const { status } of results) counts[status] = (counts[status] ?? 0) + 1
  return { ...batch, accepted: urls.length, counts, results, status: 200 }
}

function writeFate(url: string, delivery: Delivery | undefined) {
  if (delivery === undefined) return { url, status: 'queued', attempts: 0 }
  const { status, attempts, next_at, delivered_at, reason, engine_status, engine_message } = delivery
  return { url, status, attempts, next_at, delivered_at, reason, engine_status, engine_message }
}
