import { number } from './problem-list.ts'

type Dated = { lastmod: string | null }

/**
 * Whether the dates of a file say which pages changed. Trusted: `dated` with times, `days` without, in which a second
 * change on one day does not show. Not trusted, so that pages are compared by their words: `no_dates`, `few_dates`,
 * `some_undated`, `one_day`.
 */
export type DateVerdict = {
  trusted: boolean
  reason: 'dated' | 'days' | 'no_dates' | 'few_dates' | 'some_undated' | 'one_day'
  /** A sentence for the owner of the site. */
  detail: string
}

/** With fewer dates, a coincidence decides. */
const minDates = 20
/** A generator may date its articles and not the home page. A page without a date tells nothing by itself. */
const minShareOfDated = 0.8
/** A build that gives all pages its own date may leave a few alone. */
const maxShareOfOneDay = 0.8

export function judgeDates(pages: readonly Dated[]): DateVerdict {
  const dates = pages.flatMap(({ lastmod }) => (lastmod === null ? [] : [lastmod]))
  const byWords = 'so pages are compared by their words'
  const isNot = (reason: DateVerdict['reason'], detail: string) => ({ trusted: false, reason, detail })
  if (dates.length === 0) return isNot('no_dates', `The file has no dates, ${byWords}.`)
  if (dates.length < pages.length * minShareOfDated) {
    const undated = number(pages.length - dates.length)
    return isNot('some_undated', `${undated} of ${number(pages.length)} pages have no date, ${byWords}.`)
  }
  if (dates.length < minDates) {
    const count = `${dates.length} ${dates.length === 1 ? 'date' : 'dates'}`
    return isNot('few_dates', `The file has ${count}, too few to tell what they mean (${minDates} do), ${byWords}.`)
  }
  const [day, count] = commonestDay(dates)
  if (count >= dates.length * maxShareOfOneDay) {
    const share = count === dates.length ? 'All' : `${number(count)} of`
    return isNot(
      'one_day',
      `${share} ${number(dates.length)} pages have the date ${day}, the day of a build, ${byWords}.`,
    )
  }
  if (dates.every((date) => !hasTime(date))) {
    const rest = 'they name days, so a page of the day of a scan is looked at again: a second change does not show.'
    return { trusted: true, reason: 'days', detail: `The dates are trusted; ${rest}` }
  }
  return { trusted: true, reason: 'dated', detail: 'The dates are trusted: a page is looked at when its date changes.' }
}

function commonestDay(dates: readonly string[]): [string, number] {
  const counts = new Map<string, number>()
  for (const date of dates) {
    const day = date.slice(0, 10)
    counts.set(day, (counts.get(day) ?? 0) + 1)
  }
  return [...counts].reduce((common, entry) => (entry[1] > common[1] ? entry : common), ['', 0])
}

function hasTime(date: string): boolean {
  return date.length > 10
}
