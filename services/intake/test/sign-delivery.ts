import { createHmac } from 'node:crypto'
import type { Signing } from './specify-signing.ts'

/** A header with the HMAC of the body, for senders without a library of theirs. */
export function bodyHmac(
  header: string,
  prefix = '',
  algorithm = 'sha256',
  encoding: 'hex' | 'base64' = 'hex',
): Signing {
  return {
    sign: ({ body }, secret) => ({
      [header]: `${prefix}${createHmac(algorithm, secret).update(body).digest(encoding)}`,
    }),
  }
}

/** A secret as a token, which does not cover the body. */
export const bearer: Signing = {
  sign: (_request, secret) => ({ Authorization: `Bearer ${secret}` }),
  isOfBody: false,
  secrets: ['first-secret', 'second-secret'],
}
