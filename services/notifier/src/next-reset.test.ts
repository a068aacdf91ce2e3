import { describe, expect, it } from '@jest/globals'
import { nextMidnight, nextUtcMonth } from './next-reset.ts'

describe('the next midnight', () => {
  it.each([
    ['America/Los_Angeles', '2026-11-21T10:00:00Z', '2026-11-22T08:00:00Z'],
    ['America/Los_Angeles', '2026-11-21T07:59:59.999Z', '2026-11-21T08:00:00Z'],
    ['America/Los_Angeles', '2026-11-21T08:00:00Z', '2026-11-22T08:00:00Z'],
    ['America/Los_Angeles', '2026-07-01T12:00:00Z', '2026-07-02T07:00:00Z'],
    // The clocks go forward on 8 March and back on 1 November.
    ['America/Los_Angeles', '2026-03-08T09:00:00Z', '2026-03-09T07:00:00Z'],
    ['America/Los_Angeles', '2026-11-01T08:00:00Z', '2026-11-02T08:00:00Z'],
    ['UTC', '2026-12-31T23:59:59Z', '2027-01-01T00:00:00Z'],
  ])('in %s after %s is %s', (zone, now, then) => {
    expect(new Date(nextMidnight(zone, Date.parse(now)))).toEqual(new Date(then))
  })
})

it.each([
  ['2026-11-21T10:00:00Z', '2026-12-01T00:00:00Z'],
  ['2026-12-31T23:59:59Z', '2027-01-01T00:00:00Z'],
])('the month after %s begins at %s', (now, then) => {
  expect(new Date(nextUtcMonth(Date.parse(now)))).toEqual(new Date(then))
})
