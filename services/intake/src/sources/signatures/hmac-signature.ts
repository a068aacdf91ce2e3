import { createHmac } from 'node:crypto'
import { isRecent, isSame, type Verifier } from './verifier.ts'

export type HmacEncoding = 'hex' | 'base64' | 'base64url'
type HmacScheme = { header: string; algorithm?: 'sha256' | 'sha1'; encoding: HmacEncoding; prefix?: string }

export function hmac(secret: string | Buffer, parts: readonly (string | Buffer)[], algorithm = 'sha256'): Buffer {
  const signature = createHmac(algorithm, secret)
  for (const part of parts) signature.update(part)
  return signature.digest()
}

/** A header that has the HMAC of the raw body. */
export function bodySignature({ header, algorithm = 'sha256', encoding, prefix = '' }: HmacScheme): Verifier {
  return ({ headers, body }, secret) => {
    const value = headers.get(header)
    if (value === undefined || !value.startsWith(prefix)) return false
    return isSignature(value.slice(prefix.length), hmac(secret, [body], algorithm), encoding)
  }
}

export function isSignature(text: string, expected: Buffer, encoding: HmacEncoding): boolean {
  return isSame(encoding === 'hex' ? text.toLowerCase() : text, expected.toString(encoding))
}

/** Fields such as `t=1700000000000,v1=…` of a header. */
export function signatureFields(value: string | undefined): Map<string, string> {
  const pairs = (value ?? '').split(',').map((pair) => pair.trim())
  return new Map(pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]))
}

/** Sanity: `t=<ms>,v1=<base64url>` over `t.body`. */
export const sanitySignature: Verifier = ({ headers, body }, secret, now) => {
  const fields = signatureFields(headers.get('sanity-webhook-signature'))
  const [time, signature] = [fields.get('t'), fields.get('v1')]
  if (time === undefined || signature === undefined || !isRecent(time, 1, now)) return false
  return isSignature(signature, hmac(secret, [`${time}.`, body]), 'base64url')
}

/** Ghost: `sha256=<hex>, t=<ms>` over body and t. Older versions sign the body alone, and t may be absent. */
export const ghostSignature: Verifier = ({ headers, body }, secret, now) => {
  const fields = signatureFields(headers.get('x-ghost-signature'))
  const [time, signature] = [fields.get('t'), fields.get('sha256')]
  if (signature === undefined || (time !== undefined && !isRecent(time, 1, now))) return false
  const signed = [...(time === undefined ? [] : [[body, time]]), [body]]
  return signed.some((parts) => isSignature(signature, hmac(secret, parts), 'hex'))
}

/** Webflow: the hex HMAC of `<timestamp in ms>:<body>`. */
export const webflowSignature: Verifier = ({ headers, body }, secret, now) => {
  const [time, signature] = [headers.get('x-webflow-timestamp'), headers.get('x-webflow-signature')]
  if (time === undefined || signature === undefined || !isRecent(time, 1, now)) return false
  return isSignature(signature, hmac(secret, [`${time}:`, body]), 'hex')
}
