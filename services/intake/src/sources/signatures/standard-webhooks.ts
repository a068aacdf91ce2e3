import type { SourceHeaders } from '../source-request.ts'
import { hmac } from './hmac-signature.ts'
import { isRecent, isSame, type Verifier } from './verifier.ts'

const secretPrefix = 'whsec_'
const base64 = /^[A-Za-z0-9+/_-]+={0,2}$/

/**
 * Standard Webhooks: HMAC of `id.timestamp.body`. A header has several signatures during the sender's own rotation of
 * its secret. `svix-…` are the names that the headers had before the specification.
 */
export const standardWebhooksSignature: Verifier = ({ headers, body }, secret, now) => {
  const [id, time, signatures] = ['id', 'timestamp', 'signature'].map((name) => standardHeader(headers, name))
  if (id === undefined || time === undefined || signatures === undefined || !isRecent(time, 1_000, now)) return false
  // Each is `v1,<base64>`, divided by spaces, and by commas where a proxy has joined headers.
  const tokens = signatures.split(/[ ,]/).filter((token) => token !== '')
  const given = tokens.filter((_, index) => tokens[index - 1] === 'v1')
  return keysOf(secret).some((key) => {
    const expected = hmac(key, [`${id}.${time}.`, body]).toString('base64')
    return given.some((signature) => isSame(signature, expected))
  })
}

export const standardHeader = (headers: SourceHeaders, name: string): string | undefined =>
  headers.get(`webhook-${name}`) ?? headers.get(`svix-${name}`)

/** A secret with the prefix is base64. One without may be either, as libraries differ. */
function keysOf(secret: string): Buffer[] {
  const text = secret.startsWith(secretPrefix) ? secret.slice(secretPrefix.length) : secret
  const decoded = base64.test(text) ? [Buffer.from(text, 'base64')] : []
  const keys = secret.startsWith(secretPrefix) ? decoded : [...decoded, Buffer.from(secret)]
  return keys.filter(({ length }) => length > 0)
}
