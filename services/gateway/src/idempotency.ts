import { createHash, createHmac } from 'node:crypto'
import { fault } from '@pagebell/faults/fault'
import type { FastifyRequest } from 'fastify'

/** The header, for the OpenAPI description of the calls that honour it. */
export const idempotencyHeader = {
  'idempotency-key': {
    type: 'string',
    description:
      'Repeating a call with the same key and body within 24 hours answers as the first time (1 to 255 printable characters).',
  },
} as const

/**
 * What the service that makes something needs to make it once: the key, and a hash by which another request under the
 * same key is noticed. A form and JSON that say the same hash the same.
 */
export type IdempotencyOf = (
  request: FastifyRequest,
  /** The body in one spelling, where there are several. */
  body?: object,
) => { idempotency?: { key: string; request_sha256: Buffer } }

/** The hash is stored for a day: a password goes into it under a key, or who reads the table could try passwords quickly. */
export function hashRequests(secret: string): IdempotencyOf {
  const passwordKey = createHmac('sha256', secret).update('passwords in request hashes').digest()

  return (request, body = request.body as object | undefined) => {
    const key = request.headers['idempotency-key']
    if (key === undefined) return {}
    if (typeof key !== 'string' || !/^[\x21-\x7e]([\x20-\x7e]{0,253}[\x21-\x7e])?$/.test(key)) {
      const text = 'must be 1 to 255 printable ASCII characters'
      throw fault('invalid', `Idempotency-Key ${text}.`, { errors: { 'Idempotency-Key': [text] } })
    }
    const path = request.url.split('?', 1)[0]
    const request_sha256 = createHash('sha256')
      .update(`${request.method} ${path}\n${canonical(body, passwordKey)}`)
      .digest()
    return { idempotency: { key, request_sha256 } }
  }
}

/** The body with its fields in one order. Our bodies are flat. */
function canonical(body: unknown, passwordKey: Buffer): string {
  const fields = Object.entries(body ?? {}).map(([name, value]) =>
    name === 'password'
      ? [name, createHmac('sha256', passwordKey).update(String(value)).digest('base64')]
      : [name, value],
  )
  return JSON.stringify(fields.sort(([left], [right]) => (left < right ? -1 : 1)))
}
