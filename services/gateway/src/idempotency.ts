import { createHash } from 'node:crypto'
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
export function idempotencyOf(request: FastifyRequest): { idempotency?: { key: string; request_sha256: Buffer } } {
  const key = request.headers['idempotency-key']
  if (key === undefined) return {}
  if (typeof key !== 'string' || !/^[\x21-\x7e]([\x20-\x7e]{0,253}[\x21-\x7e])?$/.test(key)) {
    const text = 'must be 1 to 255 printable ASCII characters'
    throw fault('invalid', `Idempotency-Key ${text}.`, { errors: { 'Idempotency-Key': [text] } })
  }
  const path = request.url.split('?', 1)[0]
  const request_sha256 = createHash('sha256')
    .update(`${request.method} ${path}\n${canonical(request.body)}`)
    .digest()
  return { idempotency: { key, request_sha256 } }
}

/** The body with its fields in one order. Our bodies are flat. */
function canonical(body: unknown): string {
  const fields = Object.entries(body ?? {})
  return JSON.stringify(fields.sort(([left], [right]) => (left < right ? -1 : 1)))
}
