import { createHash } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { MadeVisit } from '../sites/earlier-visits.ts'

/** A page has at most 2,000 links of 2,048 characters, and 200 language versions. */
const maxBytes = 32_000_000

/** A visit as it is stored: compressed, one or two kilobytes for a usual page. */
export function encodeVisit(made: MadeVisit): Uint8Array {
  return gzipSync(JSON.stringify(made), { level: 3 })
}

/** Throws an error for what {@link encodeVisit} has not written. */
export function decodeVisit(body: Uint8Array): MadeVisit {
  return JSON.parse(gunzipSync(body, { maxOutputLength: maxBytes }).toString('utf8')) as MadeVisit
}

/** Sixteen bytes that stand for an address, by which a later crawl finds what was read of it. */
export function addressKey(url: string): Uint8Array {
  return createHash('sha256').update(url).digest().subarray(0, 16)
}
