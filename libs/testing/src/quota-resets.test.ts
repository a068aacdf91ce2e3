import { expect, it } from '@jest/globals'
import { isAfterReset } from './quota-resets.ts'

// Midnight of the zone is at 08:00 UTC.
it.each([
  ['2026-11-29T20:00:00Z', '2026-11-30T08:02:00Z', true],
  ['2026-11-29T20:00:00Z', '2026-11-30T08:09:59Z', true],
  ['2026-11-29T20:00:00Z', '2026-11-30T08:00:00Z', false],
  ['2026-11-29T20:00:00Z', '2026-11-30T08:12:00Z', false],
  ['2026-11-29T08:30:00Z', '2026-11-29T08:43:00Z', true],
  ['2026-11-29T08:30:00Z', '2026-11-30T08:05:00Z', false],
  ['2026-11-29T09:00:30Z', '2026-11-29T09:13:00Z', true],
  ['2026-11-29T09:00:30Z', '2026-11-30T08:05:00Z', true],
])('a refusal at %s holds until %s: %p', (now, time, expected) => {
  expect(isAfterReset('America/Los_Angeles', time, new Date(now))).toBe(expected)
})
