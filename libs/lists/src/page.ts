import { fault } from '@pagebell/faults/fault'

/** OFFSET reads every row it skips: deeper rows need a cursor. */
export const DEEPEST_ROW = 10_000

/** Allowed page sizes. */
export const PER_PAGE = [10, 25, 50, 100]

/** A page as offset and limit. Throws fault invalid on `per_page`, or on `page` when it reaches past row 10,000. */
export function pageWindow(page: number, perPage: number): { offset: number; limit: number } {
  checkPerPage(perPage)
  if (!Number.isSafeInteger(page) || page < 1) {
    throw fault('invalid', 'There is no such page.', { errors: { page: ['Use a whole number from 1.'] } })
  }
  if (page * perPage > DEEPEST_ROW) {
    const text = `Pages reach row ${DEEPEST_ROW}: continue with cursor, the next_cursor of the previous page.`
    throw fault('invalid', 'The page lies too deep.', { errors: { page: [text] } })
  }
  return { offset: (page - 1) * perPage, limit: perPage }
}

/** Throws fault invalid on `per_page`, naming the allowed ones. */
export function checkPerPage(perPage: number): void {
  if (PER_PAGE.includes(perPage)) return
  throw fault('invalid', 'The page size is not allowed.', {
    errors: { per_page: [`Use one of ${PER_PAGE.join(', ')}.`] },
  })
}
