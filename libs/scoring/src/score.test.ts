import { describe, expect, it } from '@jest/globals'
import { band, importance, points, rate, rateCategory } from './score.ts'

const result = (id: string, status: string, weight: number, gate = false) => ({ id, status, weight, gate })

describe('the score', () => {
  it('is the share of the weights that were reached, half for a warning, rounded', () => {
    const results = [result('a', 'pass', 5), result('b', 'warn', 3), result('c', 'fail', 2)]
    expect(rate(results)).toEqual({ score: 65, result: 'decent', capped_by: null })
  })

  it('leaves out what does not apply and what could not be carried out', () => {
    expect(rate([result('a', 'pass', 1), result('b', 'not_applicable', 9), result('c', 'error', 9)]).score).toBe(100)
  })

  it('is capped at 48 by a failed gate, which it names', () => {
    expect(rate([result('a', 'pass', 90), result('gate', 'fail', 10, true)])).toEqual({
      score: 48,
      result: 'bad',
      capped_by: 'gate',
    })
  })

  it('is not raised by the cap', () => {
    expect(rate([result('a', 'fail', 9), result('gate', 'fail', 1, true)]).score).toBe(0)
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
  expect(['pass', 'warn', 'fail', 'not_applicable'].map((status) => points(status, 4))).toEqual([4, 2, 0, 0])
})
