import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { type CursorValue, decodeCursor, encodeCursor } from './cursor.ts'

const storableText = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0'))
const values = fc.array(fc.oneof(storableText, fc.integer(), fc.constant(null)), { maxLength: 4 })
const refusal = expect.objectContaining({ kind: 'invalid', errors: { cursor: [expect.any(String)] } })

function thrownBy(work: () => unknown): unknown {
  try {
    return { returned: work() }
  } catch (error) {
    return error
  }
}

describe('cursor', () => {
  it('gives back what went in', () => {
    fc.assert(
      fc.property(values, fc.string(), (given: CursorValue[], shape) => {
        expect(decodeCursor(encodeCursor(given, shape), shape)).toEqual(given)
      }),
    )
  })

  it('needs no escaping in a query string', () => {
    fc.assert(fc.property(values, (given) => /^[\w-]+$/.test(encodeCursor(given, 'url desc'))))
  })

  it('is refused by a list of another sort or filter', () => {
    fc.assert(
      fc.property(values, fc.string(), fc.string(), (given, shape, other) => {
        fc.pre(shape !== other)
        expect(thrownBy(() => decodeCursor(encodeCursor(given, shape), other))).toEqual(refusal)
      }),
    )
  })

  it('refuses any other text as invalid, and never fails otherwise', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String(), fc.json()), (text) => {
        expect(thrownBy(() => decodeCursor(text, 'url desc'))).toEqual(refusal)
      }),
    )
  })

  it.each([
    ['an object', { a: 1 }],
    ['a nested array', [[1]]],
    ['a NUL that PostgreSQL would refuse', ['a\0b']],
    ['a truth value', [true]],
  ])('refuses %s in place of the values', (_, inside) => {
    const honest = encodeCursor([], 'url desc')
    const [fingerprint] = JSON.parse(Buffer.from(honest, 'base64url').toString('utf8')) as [string]
    const forged = Array.isArray(inside) ? [fingerprint, ...inside] : inside
    const text = Buffer.from(JSON.stringify(forged)).toString('base64url')
    expect(thrownBy(() => decodeCursor(text, 'url desc'))).toEqual(refusal)
  })

  it('refuses a text of any size without reading it', () => {
    expect(thrownBy(() => decodeCursor('A'.repeat(10_000), 'url desc'))).toEqual(refusal)
  })
})
