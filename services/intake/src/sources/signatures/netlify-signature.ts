import { hash } from 'node:crypto'
import { fieldAt, textAt } from '../json-field.ts'
import { type Json, parseJson } from '../parse-json.ts'
import { hmac, isSignature } from './hmac-signature.ts'
import { isRecent, isSame, type Verifier } from './verifier.ts'

/** Netlify: a JWS (RFC 7515, HS256) whose claims are the issuer and the hex SHA-256 of the body. */
export const netlifySignature: Verifier = ({ headers, body }, secret, now) => {
  const [header, claims, signature, ...rest] = (headers.get('x-webhook-signature') ?? '').split('.')
  if (header === undefined || claims === undefined || signature === undefined || rest.length > 0) return false
  if (!isSignature(signature, hmac(secret, [`${header}.${claims}`]), 'base64url')) return false
  if (textAt(decode(header), 'alg') !== 'HS256') return false
  const { iss, sha256, iat } = readClaims(decode(claims))
  // Netlify sends no time; a proxy that signs for it may.
  const isInTime = iat === undefined || isRecent(iat, 1_000, now)
  return iss === 'netlify' && isInTime && isSame(sha256 ?? '', hash('sha256', body))
}

const readClaims = (claims: Json) => ({
  iss: textAt(claims, 'iss'),
  sha256: textAt(claims, 'sha256'),
  iat: fieldAt(claims, 'iat') === undefined ? undefined : (textAt(claims, 'iat') ?? ''),
})

function decode(part: string): Json {
  const parsed = parseJson(Buffer.from(part, 'base64url').toString())
  return parsed.ok ? parsed.value : null
}
