import { hash } from 'node:crypto'

/** The key of a URL: the first 16 bytes of its SHA-256. */
export function hashUrl(url: string): Buffer {
  return hash('sha256', url, 'buffer').subarray(0, 16)
}
