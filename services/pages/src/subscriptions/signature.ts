import { createHmac, timingSafeEqual } from 'node:crypto'

const methods = new Set(['sha1', 'sha256', 'sha384', 'sha512'])

export type SignatureVerdict = 'right' | 'wrong' | 'missing'

/**
 * Judges the header X-Hub-Signature of a delivery (WebSub section 7.1): `method=digest`, an HMAC of the body in hex
 * digits. Compares in constant time.
 */
export function judgeSignature(secret: string, header: string | undefined, body: Uint8Array): SignatureVerdict {
  if (header === undefined || header.trim() === '') return 'missing'
  const [, method = '', digest = ''] = /^\s*([a-z0-9]+)=([0-9a-f]+)\s*$/i.exec(header) ?? []
  if (!methods.has(method.toLowerCase())) return 'wrong'
  const expected = createHmac(method.toLowerCase(), secret).update(body).digest()
  const given = Buffer.from(digest, 'hex')
  return given.length === expected.length && timingSafeEqual(given, expected) ? 'right' : 'wrong'
}
