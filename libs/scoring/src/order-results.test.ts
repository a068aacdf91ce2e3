import { describe, expect, it } from '@jest/globals'
import { orderResults } from './order-results.ts'

const result = (category: string, weight: number) => ({ category, weight })

describe('orderResults', () => {
  it('orders by category, then the heaviest first, then by id', () => {
    const ordered = orderResults({
      viewport: result('content', 5),
      hsts: result('security', 3),
      https: result('security', 8),
      title: result('seo', 9),
      canonical: result('seo', 6),
      meta_description: result('seo', 6),
      ttfb: result('performance', 5),
    })
    expect(Object.keys(ordered)).toEqual([
      'title',
      'canonical',
      'meta_description',
      'ttfb',
      'https',
      'hsts',
      'viewport',
    ])
  })

  it('makes the same of any order, and puts an unknown category last', () => {
    const given = { b: result('later', 9), a: result('content', 1), c: result('earlier', 9) }
    const backwards = Object.fromEntries(Object.entries(given).reverse())
    expect(Object.keys(orderResults(given))).toEqual(['a', 'c', 'b'])
    expect(JSON.stringify(orderResults(backwards))).toBe(JSON.stringify(orderResults(given)))
  })
})
