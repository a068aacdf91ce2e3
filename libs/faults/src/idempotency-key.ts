import { type Fault, fault } from './fault.ts'

/** 1 to 255 printable ASCII characters without spaces at either end, which HTTP would trim. A JSON Schema `pattern`. */
export const idempotencyKeyPattern = '^[\\x21-\\x7e]([\\x20-\\x7e]{0,253}[\\x21-\\x7e])?$'

const idempotencyKey = new RegExp(idempotencyKeyPattern)

/** Returns the key; throws a fault of this kind if it is not well-formed. */
export function requireIdempotencyKey(key: unknown, kind: 'invalid' | 'malformed' = 'invalid'): string {
  if (typeof key === 'string' && idempotencyKey.test(key)) return key
  const text = 'must be 1 to 255 printable ASCII characters'
  throw fault(kind, `Idempotency-Key ${text}.`, { errors: { 'Idempotency-Key': [text] } })
}

/** For a key that came with another request. */
export const idempotencyKeyReused = (): Fault =>
  fault('invalid', 'This Idempotency-Key was used with another request within 24 hours.', {
    code: 'idempotency_key_reused',
    errors: { 'Idempotency-Key': ['Use a new key for each request.'] },
  })
