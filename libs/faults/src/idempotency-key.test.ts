import { expect, it } from '@jest/globals'
import { idempotencyKeyReused, requireIdempotencyKey } from './idempotency-key.ts'

it.each(['k', 'two words', '~!'.repeat(127), 'x'.repeat(255)])('takes the key %j', (key) => {
  expect(requireIdempotencyKey(key)).toBe(key)
})

it.each([undefined, '', ' k', 'k ', ' ', 'k\n', 'ü', 'a\tb', 'x'.repeat(256), ['k', 'k']])(
  'refuses %j, and names the header',
  (key) => {
    const errors = { 'Idempotency-Key': ['must be 1 to 255 printable ASCII characters'] }
    expect(() => requireIdempotencyKey(key)).toThrow(expect.objectContaining({ kind: 'invalid', errors }))
    expect(() => requireIdempotencyKey(key, 'malformed')).toThrow(expect.objectContaining({ kind: 'malformed' }))
  },
)

it('refuses a key of another request under one code', () => {
  expect(idempotencyKeyReused()).toMatchObject({ kind: 'invalid', code: 'idempotency_key_reused' })
})
