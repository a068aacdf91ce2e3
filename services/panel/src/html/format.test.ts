import { expect, it } from '@jest/globals'
import { textOf } from '@pagebell/html/template'
import { duration, exact, relative, timeTag } from './format.ts'

const now = Date.parse('2026-11-21T12:00:00.000Z')

it.each([
  ['2026-11-21T11:59:30.000Z', 'just now'],
  ['2026-11-21T12:00:30.000Z', 'in a moment'],
  ['2026-11-21T11:59:00.000Z', '1 minute ago'],
  ['2026-11-21T11:02:00.000Z', '1 hour ago'],
  ['2026-11-21T09:00:00.000Z', '3 hours ago'],
  ['2026-11-20T12:00:00.000Z', 'yesterday'],
  ['2026-11-22T11:59:59.000Z', 'tomorrow'],
  ['2026-09-21T12:00:00.000Z', '2 months ago'],
  ['2020-11-21T12:00:00.000Z', '6 years ago'],
])('%s is %s', (iso, expected) => {
  expect(relative(iso, now)).toBe(expected)
})

it('shows the exact time as a tooltip', () => {
  expect(exact('2026-11-21T11:59:00.123Z')).toBe('2026-11-21 11:59:00 UTC')
  expect(textOf(timeTag('2026-11-21T11:59:00.000Z', now))).toContain('title="2026-11-21 11:59:00 UTC"')
})

it.each([
  [0.4, '0 ms'],
  [999.4, '999 ms'],
  [999.6, '1.0 s'],
  [59_949, '59.9 s'],
  [59_960, '1 min'],
  [5_969_999, '99 min'],
  [7_200_000, '2 h'],
  [7_200_000_000, '2,000 h'],
])('%d milliseconds are %s', (ms, expected) => {
  expect(duration(ms)).toBe(expected)
})
