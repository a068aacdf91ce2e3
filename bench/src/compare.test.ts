import { describe, expect, it } from '@jest/globals'
import { compare, median } from './compare.ts'

/** Works for about so many rounds of a loop, whatever the machine. */
const spin = (rounds: number) => () => {
  let sum = 0
  for (let n = 0; n < rounds * 10_000; n += 1) sum += Math.sqrt(n)
  return sum > 0 ? 'done' : 'nothing'
}

describe('a comparison', () => {
  it('tells the ratio of two variants, by CPU time', () => {
    const variants = [
      { name: 'quick', work: spin(5) },
      { name: 'slow', work: spin(20) },
    ]
    const [quick, slow] = compare(variants, { rounds: 4, roundMs: 40 })
    expect(quick?.ratio).toBe(1)
    expect(slow?.ratio).toBeGreaterThan(0.1)
    expect(slow?.ratio).toBeLessThan(0.6)
  })

  it('fails where the work is not equal', () => {
    const variants = [
      { name: 'whole', work: () => '49 checks' },
      { name: 'half', work: () => '24 checks' },
    ]
    expect(() => compare(variants, { rounds: 4, roundMs: 1 })).toThrow('do not do the same work')
  })

  it('takes the median of its rounds', () => {
    expect([median([3, 1, 2]), median([4, 1, 2, 3])]).toEqual([2, 2.5])
  })
})
