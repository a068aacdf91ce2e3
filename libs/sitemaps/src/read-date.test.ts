import { describe, expect, it } from '@jest/globals'
import { readDate } from './read-date.ts'

describe('a date of a sitemap', () => {
  it.each([
    ['a day', '2026-05-17', '2026-05-17'],
    ['a month, as its first day', '2026-05', '2026-05-01'],
    ['a year, as its first day', '2026', '2026-01-01'],
    ['minutes in UTC', '2026-05-17T08:30Z', '2026-05-17T08:30:00.000Z'],
    ['seconds', '2026-05-17T08:30:15Z', '2026-05-17T08:30:15.000Z'],
    ['milliseconds', '2026-05-17T08:30:15.25Z', '2026-05-17T08:30:15.250Z'],
    ['nanoseconds, of which milliseconds are kept', '2026-05-17T08:30:15.123456789Z', '2026-05-17T08:30:15.123Z'],
    ['a zone ahead of UTC', '2026-05-17T00:30:00+02:00', '2026-05-16T22:30:00.000Z'],
    ['a zone behind UTC', '2026-12-31T20:30:00-05:30', '2027-01-01T02:00:00.000Z'],
    ['a zone without colon', '2026-05-17T08:30:00+0200', '2026-05-17T06:30:00.000Z'],
    ['no zone, which counts as UTC', '2026-05-17T08:30:00', '2026-05-17T08:30:00.000Z'],
    ['a space for the "T"', '2026-05-17 08:30:00', '2026-05-17T08:30:00.000Z'],
    ['as Go prints it', '2026-05-17 08:30:00 +0000 UTC', '2026-05-17T08:30:00.000Z'],
    ['lower case', '2026-05-17t08:30:00z', '2026-05-17T08:30:00.000Z'],
    ['a leap second', '2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000Z'],
    ['a leap day', '2024-02-29', '2024-02-29'],
    ['white space around it', '\n  2026-05-17\t', '2026-05-17'],
  ])('is read: %s', (_what, written, read) => {
    expect(readDate(written)).toBe(read)
  })
})

describe('a date of a feed', () => {
  it.each([
    ['RFC 822 with four digits', 'Tue, 10 Jun 2003 04:00:00 GMT', '2003-06-10T04:00:00.000Z'],
    ['without a day of the week', '10 Jun 2003 04:00:00 GMT', '2003-06-10T04:00:00.000Z'],
    ['without seconds', 'Tue, 10 Jun 2003 04:00 GMT', '2003-06-10T04:00:00.000Z'],
    ['two digits of this century', '10 Jun 03 04:00:00 UT', '2003-06-10T04:00:00.000Z'],
    ['two digits of the last century', '10 Jun 99 04:00:00 Z', '1999-06-10T04:00:00.000Z'],
    ['a numeric zone', 'Sun, 17 May 2026 08:30:00 +0200', '2026-05-17T06:30:00.000Z'],
    ['a numeric zone behind UTC', 'Sun, 17 May 2026 20:30:00 -0430', '2026-05-18T01:00:00.000Z'],
    ['a named zone', 'Sun, 17 May 2026 08:30:00 EST', '2026-05-17T13:30:00.000Z'],
    ['another named zone', 'Sun, 17 May 2026 08:30:00 PDT', '2026-05-17T15:30:00.000Z'],
    ['a military zone, which counts as UTC', 'Sun, 17 May 2026 08:30:00 A', '2026-05-17T08:30:00.000Z'],
    ['names in full', 'Sunday, 17 September 2026 08:30:00 GMT', '2026-09-17T08:30:00.000Z'],
    ['one digit for day and hour', 'Fri, 1 May 2026 8:30:00 GMT', '2026-05-01T08:30:00.000Z'],
    ['a comment', 'Fri, 01 May 2026 08:30:00 +0000 (UTC)', '2026-05-01T08:30:00.000Z'],
    ['no zone, which counts as UTC', 'Fri, 01 May 2026 08:30:00', '2026-05-01T08:30:00.000Z'],
    ['several spaces', 'Fri,  01  May 2026  08:30:00  GMT', '2026-05-01T08:30:00.000Z'],
  ])('is read: %s', (_what, written, read) => {
    expect(readDate(written)).toBe(read)
  })
})

describe('what is no date', () => {
  it.each([
    ['nothing', ''],
    ['a word', 'yesterday'],
    ['a day that no calendar has', '2026-02-30'],
    ['a leap day of another year', '2025-02-29'],
    ['a month that no calendar has', '2026-13-01'],
    ['the month 0', '2026-00-10'],
    ['zeros of a database', '0000-00-00 00:00:00'],
    ['the zero time of Go', '0001-01-01T00:00:00Z'],
    ['the epoch', '1970-01-01T00:00:00Z'],
    ['the epoch of zip', '1980-01-01'],
    ['an hour that no day has', '2026-05-17T24:00:00Z'],
    ['a minute that no hour has', '2026-05-17T08:60:00Z'],
    ['a zone that no place has', '2026-05-17T08:30:00+99:00'],
    ['a time without minutes', '2026-05-17T08'],
    ['the order of the United States', '05/17/2026'],
    ['seconds since the epoch', '1779006600'],
    ['a month that no language of RFC 822 has', 'Sun, 17 Mai 2026 08:30:00 GMT'],
    ['a template that was not filled in', '{{ page.date }}'],
    ['thousands of characters', '2026-05-17'.padEnd(5_000, '0')],
  ])('is null: %s', (_what, written) => {
    expect(readDate(written)).toBeNull()
  })
})
