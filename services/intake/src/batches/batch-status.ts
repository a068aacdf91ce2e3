import { setTimeout as pause } from 'node:timers/promises'
import { decodeChannelUrl } from '../batches/channel-url.ts'
import type { StoredBatch } from './batches.sql.ts'

/** The state of one URL as the notifier knows it. */
export type BatchDelivery = {
  url: string
  channel: string
  status: string
  attempts: number
  next_at?: string | undefined
  delivered_at?: string | undefined
  reason?: string | undefined
  engine_status?: number | undefined
  engine_message?: string | undefined
  not_checked?: string | undefined
  checked?: CheckedPage | null | undefined
}

/** What was found on a page before it was sent or skipped. */
type CheckedPage = {
  status?: number | undefined
  indexable?: boolean | undefined
  canonical?: string | undefined
  changed: string[]
  at: string
}

type BatchReader = {
  /** The URLs at positions from `from` up to and without `to`. */
  findUrls: (range: { from: number; to: number }) => Promise<string[]>
  /** The deliveries of these URLs. */
  findDeliveries: (urls: string[]) => Promise<BatchDelivery[]>
}

/** URLs that are in memory at once, with the engines' responses. */
const urlsPerPortion = 200

/** How often the time of a portion is rested after it, so that look-ups leave every process to others. */
const restShare = 3
/** Where a portion takes long because the machine is busy, a longer rest would only make the answer late. */
const maxPauseMs = 250

/**
 * The JSON of a batch with the status of each accepted URL, in the order sent; `queued` are those that have not reached
 * the notifier. It comes in portions, each read when the one before has been taken: a batch may be of any size.
 */
export async function* batchStatusJson(
  batch: StoredBatch,
  reader: BatchReader,
): AsyncGenerator<string, void, undefined> {
  const { kept, ...head } = batch
  const hasSeveralChannels = batch.channel.includes(',')
  const counts: Record<string, number> = {}
  let accepted = 0
  let lastUrl: string | undefined
  let opening = `${JSON.stringify(head).slice(0, -1)},"results":[`
  for (let from = 0; from < kept; from += urlsPerPortion) {
    const to = Math.min(from + urlsPerPortion, kept)
    const began = performance.now()
    const stored = (await reader.findUrls({ from, to })).map((text) => decodeChannelUrl(batch.channel, text))
    if (stored.length < to - from) throw new Error('A batch was deleted while it was read.')
    const deliveries = await reader.findDeliveries(stored.map(({ url }) => url))
    const known = new Map(deliveries.map((delivery) => [`${delivery.channel} ${delivery.url}`, delivery]))
    const results = stored.map(({ url, channel }) => {
      // A URL of several channels stands once for each, side by side.
      if (url !== lastUrl) accepted += 1
      lastUrl = url
      return { url, ...(hasSeveralChannels && { channel }), ...toStatus(known.get(`${channel} ${url}`)) }
    })
    for (const { status } of results) counts[status] = (counts[status] ?? 0) + 1
    const json = opening + JSON.stringify(results).slice(1, -1)
    const tookMs = performance.now() - began
    yield json
    opening = ','
    if (to < kept) await pause(Math.min(restShare * tookMs, maxPauseMs))
  }
  yield `${kept === 0 ? opening : ''}],${JSON.stringify({ accepted, counts, status: 200 }).slice(1)}`
}

function toStatus(delivery: BatchDelivery | undefined) {
  if (delivery === undefined) return { status: 'queued', attempts: 0 }
  const { status, attempts, next_at, delivered_at, reason, engine_status, engine_message } = delivery
  const { not_checked, checked } = delivery
  const known = { status, attempts, next_at, delivered_at, reason, engine_status, engine_message }
  return { ...known, not_checked, ...(checked && { checked }) }
}
