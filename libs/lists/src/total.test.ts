import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { COUNT_LIMIT, cappedTotal, totalFromPage } from './total.ts'

describe('total', () => {
  it.each([
    [0, 0, false],
    [9_999, 9_999, false],
    [10_000, 10_000, false],
    [10_001, 10_000, true],
  ])('%i counted rows are reported as %i, capped: %s', (counted, total, capped) => {
    expect(cappedTotal(counted)).toEqual({ total, total_is_capped: capped })
  })

  it('is the same from a page as from a count, wherever the page can tell', () => {
    fc.assert(
      fc.property(fc.nat(200), fc.nat(20), fc.constantFrom(10, 25), (all, page, perPage) => {
        const offset = page * perPage
        const rows = Math.max(0, Math.min(perPage, all - offset))
        const derived = totalFromPage(offset, rows, offset + perPage >= all)
        if (derived !== undefined) expect(derived).toEqual(cappedTotal(Math.min(all, COUNT_LIMIT)))
        else expect(offset + perPage < all || (rows === 0 && offset > 0)).toBe(true)
      }),
    )
  })
})
