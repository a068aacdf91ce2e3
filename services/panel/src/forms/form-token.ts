import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

const length = 32

/** What binds a form to one cookie. Signing in changes the cookie, and so ends the forms of before. */
const secretOf = (cookie: string): Buffer => createHash('sha256').update(`pagebell form\n${cookie}`).digest()

/** A token for one form, different every time, so that a compressed page does not give it away byte by byte. */
export function mintFormToken(cookie: string): string {
  const mask = randomBytes(length)
  return Buffer.concat([mask, xor(mask, secretOf(cookie))]).toString('base64url')
}

/** Whether a form's token was minted for this cookie. */
export function isFormToken(token: unknown, cookie: string): boolean {
  if (typeof token !== 'string') return false
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== 2 * length) return false
  return timingSafeEqual(xor(bytes.subarray(0, length), bytes.subarray(length)), secretOf(cookie))
}

const xor = (left: Buffer, right: Buffer): Buffer => Buffer.from(left.map((byte, index) => byte ^ (right[index] ?? 0)))
