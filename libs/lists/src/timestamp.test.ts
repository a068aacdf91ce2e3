import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { isIsoTimestamp, isTimestamp } from './timestamp.ts'

const time = fc.date({ min: new Date(0), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true })

/** What `Date.parse` takes, and PostgreSQL does not, or reads as another time. */
const unfit = [
  '2026',
  '2026-11',
  '2026-11-21',
  '2026-02-31T10:00:00.000Z',
  '2026-04-31T10:00:00.000Z',
  '2025-02-29T10:00:00.000Z',
  '0000-01-01T00:00:00.000Z',
  '1969-12-31T23:59:59.999Z',
  '+275760-09-13T00:00:00.000Z',
  '-000001-01-01T00:00:00.000Z',
  '2026-11-21T10:00:00.000+16:00',
  '9999-12-31T23:59:59.999-01:00',
  'Sat, 21 Nov 2026 10:00:00 GMT',
  ' 2026-11-21T10:00:00.000Z',
  'yesterday',
  '',
]

describe('a time of a request', () => {
  it.each([
    '2026-11-21T10:00:00Z',
    '2026-11-21T10:00Z',
    '2026-11-21T10:00:00.123456+01:00',
    '2024-02-29T23:59:59-15:59',
    '1970-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999Z',
  ])('is RFC 3339, such as %s', (text) => expect(isTimestamp(text)).toBe(true))

  it.each([...unfit, 1_763_719_200_000, null, undefined])('is not %p', (value) =>
    expect(isTimestamp(value)).toBe(false),
  )
})

describe('a time of a cursor', () => {
  it('is every time that an answer writes', () => {
    fc.assert(fc.property(time, (one) => isIsoTimestamp(one.toISOString())))
  })

  it.each([...unfit, '2026-11-21T10:00:00Z', '2026-11-21T10:00:00.000+00:00', '2026-11-21T24:00:00.000Z', 7, null])(
    'is not %p',
    (value) => expect(isIsoTimestamp(value)).toBe(false),
  )
})
