/** Counting stops here, so that counting millions of rows costs no more than ten thousand. */
const COUNTED_TO = 10_000

export interface Total {
  total: number
  total_is_capped: boolean
}

/** The limit of a count statement: one row more than is reported, to detect that there are more. */
export const COUNT_LIMIT = COUNTED_TO + 1

/** The total of a list, from a count of at most COUNT_LIMIT rows. */
export function cappedTotal(counted: number): Total {
  return { total: Math.min(counted, COUNTED_TO), total_is_capped: counted > COUNTED_TO }
}

/**
 * The total that follows from a page alone, without counting; undefined where more rows follow the page, or where it is
 * beyond the end.
 */
export function totalFromPage(offset: number, rows: number, isLast: boolean): Total | undefined {
  return isLast && (rows > 0 || offset === 0) ? cappedTotal(offset + rows) : undefined
}
