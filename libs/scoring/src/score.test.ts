import { describe, expect, it } from '@jest/globals'
import { band, gains, importance, points, rate, rateCategories, rateCategory } from './score.ts'

const result = (id: string, status: string, weight: number, gate = false) => ({ id, status, weight, gate })

describe('the score', () => {
  it('is the share of the weights that were reached, half for a warning, rounded', () => {
    const results = [result('a', 'pass', 5), result('b', 'warn', 3), result('c', 'fail', 2)]
    expect(rate(results)).toEqual({ score: 65, result: 'decent', capped_by: null })
  })

  it('leaves out what does not apply and what could not be carried out', () => {
    expect(rate([result('a', 'pass', 1), result('b', 'not_applicable', 9), result('c', 'error', 9)]).score).toBe(100)
  })

  it('does not count a gate that holds', () => {
    expect(rate([result('a', 'fail', 5), result('b', 'pass', 5), result('gate', 'pass', 10, true)]).score).toBe(50)
  })

  it('is capped at 48 by a failed gate, which it names', () => {
    expect(rate([result('a', 'pass', 90), result('gate', 'fail', 10, true)])).toEqual({
      score: 48,
      result: 'bad',
      capped_by: 'gate',
    })
  })

  it('is capped lower by a check with its own cap, which it names where it lowers the score', () => {
    const capping = { ...result('c', 'fail', 1), cap: 79 }
    expect(rate([result('a', 'pass', 99), capping])).toEqual({ score: 79, result: 'decent', capped_by: 'c' })
    expect(rate([result('a', 'fail', 99), capping])).toEqual({ score: 0, result: 'bad', capped_by: null })
    expect(rate([result('a', 'pass', 99), capping, result('gate', 'fail', 1, true)]).capped_by).toBe('gate')
  })

  it('is not raised by the cap', () => {
    expect(rate([result('a', 'fail', 9), result('gate', 'fail', 1, true)]).score).toBe(0)
  })

  it('of a category is capped by a gate of that category', () => {
    const results = [result('a', 'pass', 9), result('gate', 'fail', 1, true)]
    expect(rateCategory(results)).toEqual({ score: 48, pass: 1, warn: 0, fail: 1 })
  })

  it('of every category is capped with the page by a failed gate, and by no other cap', () => {
    const fast = { ...result('a', 'pass', 9), category: 'performance' }
    const gate = { ...result('gate', 'fail', 1, true), category: 'seo' }
    const plain = { ...result('c', 'fail', 1), category: 'security', cap: 79 }
    expect(rateCategories([fast, gate])).toMatchObject({ performance: { score: 48 }, seo: { score: 0 } })
    expect(rateCategories([fast, plain])).toMatchObject({ performance: { score: 100 }, security: { score: 0 } })
  })

  it('is null for a category in which nothing could be counted', () => {
    expect(rateCategory([result('a', 'not_applicable', 3)])).toEqual({ score: null, pass: 0, warn: 0, fail: 0 })
  })
})

describe('a rating', () => {
  it.each([
    [100, 'good'],
    [80, 'good'],
    [79, 'decent'],
    [49, 'decent'],
    [48, 'bad'],
    [0, 'bad'],
  ])('of %d is %s', (score, expected) => {
    expect(band(score)).toBe(expected)
  })
})

it.each([
  [10, 'high'],
  [6, 'high'],
  [5, 'medium'],
  [3, 'medium'],
  [2, 'low'],
  [0, 'low'],
])('weight %d is of %s importance', (weight, expected) => {
  expect(importance(weight)).toBe(expected)
})

it('gives points by status', () => {
  const of = (status: string, gate = false) => points({ status, weight: 4, gate })
  expect(['pass', 'warn', 'fail', 'not_applicable'].map((status) => of(status))).toEqual([4, 2, 0, null])
  expect(of('pass', true)).toBeNull()
})

describe('the gain of a check', () => {
  const some = [result('a', 'pass', 5), result('b', 'warn', 3), result('c', 'fail', 2)]

  it('is what the score rises by if it passes', () => {
    expect(gains(some)).toEqual({ b: 15, c: 20 })
    expect(rate(some.map((one) => (one.id === 'c' ? { ...one, status: 'pass' } : one))).score).toBe(65 + 20)
  })

  it('of a failed gate is the way to the score without the cap, and of the others nothing meanwhile', () => {
    expect(gains([...some, result('gate', 'fail', 10, true)])).toEqual({ b: 0, c: 0, gate: 17 })
  })

  it('is nothing for a check without weight', () => {
    expect(gains([...some, result('d', 'warn', 0)])['d']).toBe(0)
  })
})
