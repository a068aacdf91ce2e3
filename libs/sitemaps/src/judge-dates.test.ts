import { describe, expect, it } from '@jest/globals'
import { compareLastmod, judgeDates } from './judge-dates.ts'

/** Pages with a date of each of the last days. */
const ofManyDays = (count: number, time = '') =>
  Array.from({ length: count }, (_, at) => ({
    lastmod: `${new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10)}${time}`,
  }))
const ofOneDay = (count: number, time = '') => Array.from({ length: count }, () => ({ lastmod: `2026-05-17${time}` }))

describe('dates are trusted', () => {
  it('if they are of many days and have times', () => {
    expect(judgeDates(ofManyDays(20, 'T08:30:00.000Z'))).toEqual({
      trusted: true,
      reason: 'dated',
      detail: 'The dates are trusted: a page is looked at when its date changes.',
    })
  })

  it('if they are days, which are said to hide a second change on one day', () => {
    const { trusted, reason, detail } = judgeDates(ofManyDays(20))
    expect({ trusted, reason }).toEqual({ trusted: true, reason: 'days' })
    expect(detail).toMatch(/a second change does not show/)
  })

  it('if fewer than 80 % are of one day', () => {
    expect(judgeDates([...ofManyDays(21), ...ofOneDay(79)])).toMatchObject({ trusted: true })
  })
})

describe('pages are compared by their words', () => {
  it.each([
    ['there is no page', [], 'no_dates', 'The file has no dates, so pages are compared by their words.'],
    [
      'there are no dates',
      [{ lastmod: null }, { lastmod: null }],
      'no_dates',
      'The file has no dates, so pages are compared by their words.',
    ],
    [
      'there are fewer than 20 dates',
      ofManyDays(19),
      'few_dates',
      'The file has 19 dates, too few to tell what they mean (20 do), so pages are compared by their words.',
    ],
    [
      'there is one date',
      ofManyDays(1),
      'few_dates',
      'The file has 1 date, too few to tell what they mean (20 do), so pages are compared by their words.',
    ],
    [
      'some pages have none',
      [...ofManyDays(1_999), { lastmod: null }],
      'some_undated',
      '1 of 2,000 pages have no date, so pages are compared by their words.',
    ],
    [
      'all have one date',
      ofOneDay(20),
      'one_day',
      'All 20 pages have the date 2026-05-17, the day of a build, so pages are compared by their words.',
    ],
    [
      '80 % have one day, at different times',
      [...ofManyDays(20), ...ofOneDay(40, 'T08:30:00.000Z'), ...ofOneDay(40, 'T09:30:00.000Z')],
      'one_day',
      '80 of 100 pages have the date 2026-05-17, the day of a build, so pages are compared by their words.',
    ],
  ])('if %s', (_what, pages, reason, detail) => {
    expect(judgeDates(pages)).toEqual({ trusted: false, reason, detail })
  })
})

describe('two dates of a page', () => {
  const noon = new Date('2026-05-17T12:00:00Z')

  it.each([
    ['another day: changed', '2026-05-16', '2026-05-17', 'changed'],
    ['an earlier day: changed too, as a restored page is', '2026-05-17', '2026-05-01', 'changed'],
    ['the first date of a page: changed', null, '2026-05-17', 'changed'],
    ['the same instant: the same', '2026-05-17T08:30:00.000Z', '2026-05-17T08:30:00.000Z', 'same'],
    ['another instant of one day: changed', '2026-05-17T08:30:00.000Z', '2026-05-17T09:30:00.000Z', 'changed'],
    ['a day long before the look: the same', '2026-05-15', '2026-05-15', 'same'],
    [
      'the day of the look: unsure, since a second change on it has the same date',
      '2026-05-17',
      '2026-05-17',
      'unsure',
    ],
    ['a day to come: unsure', '2026-06-01', '2026-06-01', 'unsure'],
    ['no date any more: unsure', '2026-05-16', null, 'unsure'],
  ])('%s', (_what, before, now, answer) => {
    expect(compareLastmod(before, now, noon)).toBe(answer)
  })

  it('a day is over when it is over everywhere, 12 hours after UTC', () => {
    expect(compareLastmod('2026-05-16', '2026-05-16', new Date('2026-05-17T11:59:59Z'))).toBe('unsure')
    expect(compareLastmod('2026-05-16', '2026-05-16', noon)).toBe('same')
  })
})
