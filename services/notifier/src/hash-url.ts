import { createHash } from 'node:crypto'

/** What a URL is found by: indexes over 2,048 characters would be larger than the table. */
export function hashUrl(url: string): Buffer {
  return createHash('sha256').update(url).digest().subarray(0, 16)
}
