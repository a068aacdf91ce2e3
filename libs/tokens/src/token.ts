import { hash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** What a secret is for, readable at a glance and by secret scanners: a webhook's token, an API key or the making of an account. */
export type TokenPrefix = 'pbh_' | 'pbk_' | 'pbs_'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const bodyLength = 32
const checksumLength = 6
// The largest multiple of 62 that fits a byte: bytes from here on are thrown away, or the first 8 digits would be
// drawn more often than the others.
const unbiased = 256 - (256 % digits.length)
const shape = new RegExp(`^[0-9A-Za-z]{${bodyLength + checksumLength}}$`)

/** A new secret with 190 bits of chance: prefix, 32 base62 characters, 6 base62 characters of CRC32. Show it once. */
export function mintToken(prefix: TokenPrefix): string {
  const start = prefix + drawDigits(bodyLength)
  return start + checksum(start)
}

/** Whether a text can be a token at all. Says nothing about whether it was ever given out; refuses junk and typing errors before any look-up. */
export function isWellFormed(token: string, prefix: TokenPrefix): boolean {
  if (!token.startsWith(prefix) || !shape.test(token.slice(prefix.length))) return false
  return checksum(token.slice(0, -checksumLength)) === token.slice(-checksumLength)
}

/** The SHA-256 of a token: all that is ever stored or sent between services. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

/** The end of a token, by which its owner recognises it in a list. */
export function lastFour(token: string): string {
  return token.slice(-4)
}

function drawDigits(count: number): string {
  let drawn = ''
  while (drawn.length < count) {
    for (const byte of randomBytes(count)) {
      if (byte < unbiased && drawn.length < count) drawn += digits.charAt(byte % digits.length)
    }
  }
  return drawn
}

// 62^6 is more than 2^32, so that six digits always hold it.
function checksum(start: string): string {
  let rest = crc32(start)
  let text = ''
  for (let place = 0; place < checksumLength; place++) {
    text = digits.charAt(rest % digits.length) + text
    rest = Math.floor(rest / digits.length)
  }
  return text
}
