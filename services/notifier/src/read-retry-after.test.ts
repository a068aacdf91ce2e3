import { expect, it } from '@jest/globals'
import { readRetryAfter } from './read-retry-after.ts'

const now = Date.parse('2026-11-21T10:00:00.000Z')

it.each([
  ['120', 120],
  ['0', 1],
  ['Sat, 21 Nov 2026 10:01:30 GMT', 90],
  ['Saturday, 21-Nov-26 10:01:30 GMT', 90],
  ['Sat, 21 Nov 2026 09:00:00 GMT', 1],
  ['99999999', 86_400],
])('Retry-After %j is %i seconds', (header, seconds) => {
  expect(readRetryAfter(header, now)).toEqual({ afterSeconds: seconds })
})

it.each([undefined, '', 'soon', '-5', '1.5'])('Retry-After %j names no time', (header) => {
  expect(readRetryAfter(header, now)).toEqual({})
})
