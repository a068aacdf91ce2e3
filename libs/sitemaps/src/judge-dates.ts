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

export type DateCounter = {
  /** Counts the date of a page, or null. */
  add(lastmod: string | null): void
  judge(): DateVerdict
}

export function judgeDates(pages: Iterable<Dated>): DateVerdict {
  const dates = countDates()
  for (const { lastmod } of pages) dates.add(lastmod)
  return dates.judge()
}

/** Counts the dates of a file, page by page. */
export function countDates(): DateCounter {
  const days = new Map<string, number>()
  let [pages, dated] = [0, 0]
  let hasTimes = false
  return {
    add(lastmod) {
      pages += 1
      if (lastmod === null) return
      dated += 1
      hasTimes ||= lastmod.length > 'YYYY-MM-DD'.length
      const day = lastmod.slice(0, 10)
      days.set(day, (days.get(day) ?? 0) + 1)
    },
    judge: () => judge({ pages, dated, hasTimes, days }),
  }
}

type CountedDates = { pages: number; dated: number; hasTimes: boolean; days: ReadonlyMap<string, number> }

function judge({ pages, dated, hasTimes, days }: CountedDates): DateVerdict {
  const byWords = 'so pages are compared by their words'
  const isNot = (reason: DateVerdict['reason'], detail: string) => ({ trusted: false, reason, detail })
  if (dated === 0) return isNot('no_dates', `The file has no dates, ${byWords}.`)
  if (dated < pages * minShareOfDated) {
    return isNot('some_undated', `${number(pages - dated)} of ${number(pages)} pages have no date, ${byWords}.`)
  }
  if (dated < minDates) {
    const count = `${dated} ${dated === 1 ? 'date' : 'dates'}`
    return isNot('few_dates', `The file has ${count}, too few to tell what they mean (${minDates} do), ${byWords}.`)
  }
  const [day, count] = commonestDay(days)
  if (count >= dated * maxShareOfOneDay) {
    const share = count === dated ? 'All' : `${number(count)} of`
    return isNot('one_day', `${share} ${number(dated)} pages have the date ${day}, the day of a build, ${byWords}.`)
  }
  if (!hasTimes) {
    const rest = 'they name days, so a page of the day of a scan is looked at again: a second change does not show.'
    return { trusted: true, reason: 'days', detail: `The dates are trusted; ${rest}` }
  }
  return { trusted: true, reason: 'dated', detail: 'The dates are trusted: a page is looked at when its date changes.' }
}

function commonestDay(days: ReadonlyMap<string, number>): [string, number] {
  return [...days].reduce((common, entry) => (entry[1] > common[1] ? entry : common), ['', 0])
}
