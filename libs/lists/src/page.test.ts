import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { DEEPEST_ROW, PER_PAGE, pageWindow } from './page.ts'

describe('pageWindow', () => {
  it('puts pages side by side: none overlaps, none leaves a gap', () => {
    fc.assert(
      fc.property(fc.constantFrom(...PER_PAGE), fc.integer({ min: 1, max: 99 }), (perPage, page) => {
        const { offset, limit } = pageWindow(page, perPage)
        expect(pageWindow(page + 1, perPage).offset).toBe(offset + limit)
      }),
    )
  })

  it.each(PER_PAGE)('reaches row 10,000 and not one more, %i at a time', (perPage) => {
    const last = DEEPEST_ROW / perPage
    expect(pageWindow(last, perPage)).toEqual({ offset: DEEPEST_ROW - perPage, limit: perPage })
    expect(() => pageWindow(last + 1, perPage)).toThrow(
      expect.objectContaining({ kind: 'invalid', errors: { page: [expect.stringContaining('cursor')] } }),
    )
  })

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('refuses page %s', (page) => {
    expect(() => pageWindow(page, 10)).toThrow(expect.objectContaining({ errors: { page: [expect.any(String)] } }))
  })

  it.each([0, 1, 11, 101, -10, Number.NaN])('refuses %s rows a page, naming the allowed ones', (perPage) => {
    expect(() => pageWindow(1, perPage)).toThrow(
      expect.objectContaining({ kind: 'invalid', errors: { per_page: ['Use one of 10, 25, 50, 100.'] } }),
    )
  })
})
