import { describe, expect, it } from '@jest/globals'
import { dateIn, isZone, type LocalTime, nextTime } from './local-time.ts'

const berlin: LocalTime = { every: 'day', at: '03:00', zone: 'Europe/Berlin', on: null }

/** The next `count` times after a moment, each from the one before. */
function times(schedule: Partial<LocalTime>, after: string, count: number): string[] {
  const found: string[] = []
  for (let at = new Date(after); found.length < count; ) {
    at = nextTime({ ...berlin, ...schedule }, at)
    found.push(at.toISOString().slice(0, 16))
  }
  return found
}

describe('the next time', () => {
  it('is after the moment, at the clock time of the zone', () => {
    expect(times({}, '2026-11-27T01:59:59Z', 2)).toEqual(['2026-11-27T02:00', '2026-11-28T02:00'])
    expect(times({}, '2026-11-27T02:00:00Z', 1)).toEqual(['2026-11-28T02:00'])
  })

  it.each([
    ['UTC', '2026-01-02T03:00'],
    ['Asia/Kolkata', '2026-01-01T21:30'],
    ['Asia/Kathmandu', '2026-01-01T21:15'],
    ['Pacific/Kiritimati', '2026-01-01T13:00'],
    ['Pacific/Pago_Pago', '2026-01-01T14:00'],
    ['America/St_Johns', '2026-01-02T06:30'],
  ])('in %s is %s', (zone, expected) => {
    expect(times({ zone }, '2026-01-01T12:30:00Z', 1)).toEqual([expected])
  })

  it('keeps its clock time when the clock is set forward', () => {
    expect(times({ at: '04:00' }, '2026-03-28T00:00:00Z', 3)).toEqual([
      '2026-03-28T03:00',
      '2026-03-29T02:00',
      '2026-03-30T02:00',
    ])
  })

  it('that does not exist on a day is the next one that does', () => {
    expect(times({ at: '02:30' }, '2026-03-28T00:00:00Z', 3)).toEqual([
      '2026-03-28T01:30',
      // 02:00 to 03:00 is left out: 03:00 of Berlin.
      '2026-03-29T01:00',
      '2026-03-30T00:30',
    ])
    expect(times({ at: '02:15', zone: 'America/New_York' }, '2026-03-08T00:00:00Z', 2)).toEqual([
      '2026-03-08T07:00',
      '2026-03-09T06:15',
    ])
    // Half an hour is left out.
    expect(times({ at: '02:10', zone: 'Australia/Lord_Howe' }, '2026-10-03T12:00:00Z', 1)).toEqual(['2026-10-03T15:30'])
    // Midnight is left out.
    expect(times({ at: '00:00', zone: 'America/Santiago' }, '2026-09-06T00:00:00Z', 2)).toEqual([
      '2026-09-06T04:00',
      '2026-09-07T03:00',
    ])
  })

  it('that exists twice on a day comes once', () => {
    expect(times({ at: '02:30' }, '2026-10-24T00:00:00Z', 3)).toEqual([
      '2026-10-24T00:30',
      '2026-10-25T00:30',
      '2026-10-26T01:30',
    ])
    expect(times({ at: '01:30', zone: 'America/New_York' }, '2026-11-01T00:00:00Z', 2)).toEqual([
      '2026-11-01T05:30',
      '2026-11-02T06:30',
    ])
  })

  it('of a week is on its day', () => {
    expect(times({ every: 'week', on: 1 }, '2026-11-27T12:00:00Z', 2)).toEqual(['2026-11-30T02:00', '2026-12-07T02:00'])
    expect(times({ every: 'week', on: 7 }, '2026-03-22T12:00:00Z', 2)).toEqual(['2026-03-29T01:00', '2026-04-05T01:00'])
  })

  it('of a month is on its day, in a shorter month on the last', () => {
    const month = { every: 'month', zone: 'UTC' } as const
    expect(times({ ...month, on: 31 }, '2026-01-30T12:00:00Z', 5)).toEqual([
      '2026-01-31T03:00',
      '2026-02-28T03:00',
      '2026-03-31T03:00',
      '2026-04-30T03:00',
      '2026-05-31T03:00',
    ])
    expect(times({ ...month, on: 30 }, '2028-01-31T12:00:00Z', 1)).toEqual(['2028-02-29T03:00'])
    expect(times({ ...month, on: 1 }, '2026-12-01T03:00:00Z', 1)).toEqual(['2027-01-01T03:00'])
  })

  it('comes 365 times in a year, whatever the clock does', () => {
    for (const zone of ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Casablanca', 'Asia/Tehran'])
      for (const at of ['00:00', '02:30', '23:59']) {
        const dates = times({ zone, at }, '2025-12-31T12:00:00Z', 365).map((time) => dateIn(zone, new Date(`${time}Z`)))
        expect(new Set(dates).size).toBe(365)
      }
  })
})

it.each([
  ['Europe/Berlin', true],
  ['UTC', true],
  ['Etc/GMT+5', true],
  ['America/Argentina/Buenos_Aires', true],
  ['+01:00', false],
  ['Europe/Nowhere', false],
  ['', false],
  ['Europe/Berlin\n', false],
])('%j is a zone: %s', (zone, expected) => expect(isZone(zone)).toBe(expected))
