import querystring from 'node:querystring'
import type { SourceRequest } from '../source-request.ts'
import { hmac, isSignature } from './hmac-signature.ts'
import { isRecent, type Verifier } from './verifier.ts'

const ownHeaders = ['x-contentful-signed-headers', 'x-contentful-timestamp']

/**
 * Contentful's request verification: the hex HMAC of method, path, the signed headers and the body, each on a line.
 * The list of signed headers has to contain itself and the timestamp, or neither would be authentic.
 */
export const contentfulSignature: Verifier = (request, secret, now) => {
  const { headers } = request
  const signature = headers.get('x-contentful-signature')
  const signed = (headers.get('x-contentful-signed-headers') ?? '').split(',').map((name) => name.trim().toLowerCase())
  if (signature === undefined || !isRecent(headers.get('x-contentful-timestamp'), 1, now)) return false
  if (!ownHeaders.every((name) => signed.includes(name)) || !signed.every((name) => headers.has(name))) return false
  return isSignature(signature, hmac(secret, canonicalRequest(request, signed)), 'hex')
}

function canonicalRequest({ method = 'POST', path = '/', headers, body }: SourceRequest, signed: string[]) {
  const lines = signed.toSorted(byName).map((name) => `${name}:${headers.get(name)?.trim()}`)
  return [`${method}\n${encodedPath(path)}\n${lines.join(';')}\n`, body]
}

const byName = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** As Contentful's toolkit writes it: the query is encoded, and then the whole once more. */
function encodedPath(path: string): string {
  const [pathname = '', search = ''] = path.toWellFormed().split('?')
  return encodeURI(search === '' ? pathname : `${pathname}?${querystring.escape(search)}`)
}
