import { describe, expect, it } from '@jest/globals'
import { judgeDates } from './judge-dates.ts'

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

  it('if a fifth of the pages have none at most', () => {
    const undated = Array.from({ length: 20 }, () => ({ lastmod: null }))
    expect(judgeDates([...ofManyDays(80), ...undated])).toMatchObject({ trusted: true, reason: 'days' })
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
      'more than a fifth of the pages have none',
      [...ofManyDays(79), ...Array.from({ length: 21 }, () => ({ lastmod: null }))],
      'some_undated',
      '21 of 100 pages have no date, so pages are compared by their words.',
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
