import { createHash, createHmac } from 'node:crypto'
import { requireIdempotencyKey } from '@pagebell/faults/idempotency-key'
import { Type } from '@pagebell/schema/type'
import type { FastifyRequest } from 'fastify'

const headerWith = (outcome: string) =>
  ({
    'idempotency-key': {
      type: 'string',
      description: `Repeating a call with the same key and body within 24 hours ${outcome} (1 to 255 printable characters).`,
    },
  }) as const

/** The header, for the OpenAPI description of the operations that take it. */
export const idempotencyHeader = headerWith('answers as the first time')

/** The headers of an operation that takes this one alone. */
export const idempotencyHeaders = Type.Unsafe<object>({ type: 'object', properties: { ...idempotencyHeader } })

/** The same where the first answer has a token or a secret: neither is stored as it is, so that it is shown once. */
export const showOnceHeaders = (code: 'token_already_shown' | 'secret_already_shown') =>
  Type.Unsafe<object>({
    type: 'object',
    properties: headerWith(`changes nothing and answers 409 with code ${code}: the first answer alone shows it`),
  })

/**
 * The idempotency key of a request and the hash of what it asks for, which the service behind stores to detect another
 * request under the same key. A form and JSON with the same content have the same hash.
 */
export type IdempotencyOf = (
  request: FastifyRequest,
  /** The body in one form, where clients may send several. */
  body?: object,
) => { idempotency?: { key: string; request_sha256: Buffer } }

/** The hash is stored for a day; a password or secret in it is hashed under a key, so that it cannot be guessed from the table. */
export function hashRequests(secret: string): IdempotencyOf {
  const passwordKey = createHmac('sha256', secret).update('passwords in request hashes').digest()

  return (request, body = request.body as object | undefined) => {
    const header = request.headers['idempotency-key']
    if (header === undefined) return {}
    const key = requireIdempotencyKey(header)
    const path = request.url.split('?', 1)[0]
    const request_sha256 = createHash('sha256')
      .update(`${request.method} ${path}\n${canonical(body, passwordKey)}`)
      .digest()
    return { idempotency: { key, request_sha256 } }
  }
}

/** The body with its fields sorted. Bodies of this API are flat. */
function canonical(body: unknown, passwordKey: Buffer): string {
  const fields = Object.entries(body ?? {}).map(([name, value]) =>
    name === 'password' || name === 'secret'
      ? [name, createHmac('sha256', passwordKey).update(String(value)).digest('base64')]
      : [name, value],
  )
  return JSON.stringify(fields.sort(([left], [right]) => (left < right ? -1 : 1)))
}
