import { isDeeperJson } from '@pagebell/runtime/is-deeper-json'
import type { EntryList } from './entry-list.ts'
import type { Hub } from './listing.ts'

export type JsonFeedReading =
  | { kind: 'json_feed'; hub: Hub | null; isFull: boolean }
  | { kind: 'too_large' }
  | { kind: 'malformed' }
  | { kind: 'unknown_format' }

/** In characters: a feed is parsed as a whole, so its limit is lower than that of a sitemap. */
export const maxFeedLength = 10_485_760
/** No feed is as deep. */
const maxDepth = 64

/** Reads a JSON Feed 1.x (https://www.jsonfeed.org/version/1.1/): adds its items to `entries`. */
export function readJsonFeed(pieces: Iterable<string>, url: string, entries: EntryList): JsonFeedReading {
  let text = ''
  for (const piece of pieces) {
    text += piece
    if (text.length > maxFeedLength) return { kind: 'too_large' }
  }
  if (isDeeperJson(text, maxDepth)) return { kind: 'malformed' }
  let feed: unknown
  try {
    feed = JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return { kind: 'malformed' }
    throw error
  }
  if (!isObject(feed) || !Array.isArray(feed['items'])) return { kind: 'unknown_format' }
  let isFull = false
  for (const item of feed['items']) {
    if (isFull) break
    if (isObject(item)) isFull = !addItem(item, url, entries)
  }
  return { kind: 'json_feed', hub: hubOf(feed, url), isFull }
}

/** The id of an item is often its address, and some feeds have nothing else. */
function addItem(item: Record<string, unknown>, base: string, entries: EntryList): boolean {
  const id = textOf(item['id'])
  const address = textOf(item['url']) ?? (id !== undefined && /^https?:\/\//i.test(id) ? id : undefined)
  if (address === undefined) return true
  return entries.add({ address, dates: [textOf(item['date_modified']), textOf(item['date_published'])], base })
}

function hubOf(feed: Record<string, unknown>, base: string): Hub | null {
  const hubs = Array.isArray(feed['hubs']) ? feed['hubs'].filter(isObject) : []
  const webSub = hubs.find(({ type }) => typeof type === 'string' && /^websub$/i.test(type))
  const hub = webAddress(textOf(webSub?.['url']), base)
  return hub === null ? null : { hub, topic: webAddress(textOf(feed['feed_url']), base) ?? base }
}

function webAddress(written: string | undefined, base: string): string | null {
  const url = written === undefined ? null : URL.parse(written, base)
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : null
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
