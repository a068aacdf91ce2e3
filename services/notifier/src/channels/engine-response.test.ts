import { describe, expect, it } from '@jest/globals'
import { boundedText, nextMidnight, nextUtcMonth, quotaWait, readRetryAfter } from './engine-response.ts'

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

it.each(['', 'short', 'ä'.repeat(1_024)])('keeps what fits', (text) => {
  expect(boundedText(text)).toBe(text)
})

it('cuts at 2,048 bytes, between characters', () => {
  expect(boundedText(`x${'ä'.repeat(2_000)}`)).toBe(`x${'ä'.repeat(1_023)}`)
  expect(boundedText('😀'.repeat(1_000))).toBe('😀'.repeat(512))
})

it('leaves out what PostgreSQL cannot store', () => {
  expect(boundedText('a\0b')).toBe('a\ufffdb')
})

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

describe('what a used-up quota holds waits', () => {
  const hosts = Array.from({ length: 50 }, (_, n) => `https://${n}.example.com`)
  const utcDay = (now: number) => nextMidnight('UTC', now)
  const pacificDay = (now: number) => nextMidnight('America/Los_Angeles', now)

  it.each([
    ['the day', utcDay, '2026-11-21T10:00:00Z', '2026-11-22T00:00:00Z', [2, 10]],
    ['the day', utcDay, '2026-11-21T23:59:59Z', '2026-11-22T00:00:00Z', [2, 10]],
    ['the day', utcDay, '2026-11-22T00:00:00Z', '2026-11-22T00:00:00Z', [12, 14]],
    ['the day', utcDay, '2026-11-22T00:59:59Z', '2026-11-22T00:59:59Z', [12, 14]],
    ['the day', utcDay, '2026-11-22T01:00:00Z', '2026-11-23T00:00:00Z', [2, 10]],
    ['the month', nextUtcMonth, '2026-11-22T00:10:00Z', '2026-12-01T00:00:00Z', [2, 10]],
    ['the month', nextUtcMonth, '2026-12-01T00:10:00Z', '2026-12-01T00:10:00Z', [12, 14]],
    ['the day in California', pacificDay, '2026-11-22T08:00:01Z', '2026-11-22T08:00:01Z', [12, 14]],
    ['the day in California', pacificDay, '2026-11-22T00:00:01Z', '2026-11-22T08:00:00Z', [2, 10]],
  ] as const)('until some minutes past a reset: %s, %o, %s', (_, nextReset, now, then, [from, to]) => {
    const minutes = hosts.map((host) => (quotaWait(nextReset, Date.parse(now), host) - Date.parse(then)) / 60_000)
    expect(Math.min(...minutes)).toBeGreaterThanOrEqual(from)
    expect(Math.max(...minutes)).toBeLessThanOrEqual(to)
    expect(new Set(minutes).size).toBe(hosts.length)
  })

  it('as long for all deliveries of one site', () => {
    const now = Date.parse('2026-11-21T10:00:00Z')
    expect(quotaWait(utcDay, now + 1_000, 'one')).toBe(quotaWait(utcDay, now, 'one'))
  })
})
