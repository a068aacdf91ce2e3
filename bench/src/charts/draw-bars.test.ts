import { describe, expect, it } from '@jest/globals'
import { type BarGroup, drawBars } from './draw-bars.ts'

const group: BarGroup = {
  title: 'list of <10> & more',
  bars: [
    { label: 'one process', ratio: 1, isOurs: false },
    { label: 'ours', ratio: 0.5, isOurs: true },
  ],
  targets: [{ label: 'to reach', ratio: 0.75 }],
}
const numbers = (svg: string, pattern: RegExp): number[] => [...svg.matchAll(pattern)].map(([, found]) => Number(found))

describe('a chart', () => {
  const svg = drawBars('gateway', [group, { ...group, title: 'again', targets: [] }])

  it('has bars as long as their ratios', () => {
    const [one = 0, ours = 0] = numbers(svg, /<rect x="330" y="\d+" width="([\d.]+)"/g)
    expect(one / ours).toBeCloseTo(2)
  })

  it('has a target where a bar of its ratio would end', () => {
    const [one = 0] = numbers(svg, /<rect x="330" y="\d+" width="([\d.]+)"/g)
    expect(numbers(svg, /<line x1="([\d.]+)"/g)).toEqual([330 + one * 0.75])
    expect(svg).toContain('to reach: 0.75')
  })

  it('puts one group under the other, inside the picture', () => {
    const tops = numbers(svg, /<rect x="330" y="(\d+)"/g)
    expect(tops).toEqual(tops.toSorted((a, b) => a - b))
    expect(new Set(tops).size).toBe(4)
    expect(Math.max(...tops) + 18).toBeLessThan(numbers(svg, /<svg .* height="(\d+)"/g)[0] ?? 0)
  })

  it('takes titles as text', () => {
    expect(svg).toContain('list of &lt;10&gt; &amp; more')
  })

  it.each([Number.NaN, Number.POSITIVE_INFINITY, -1])('refuses %d', (ratio) => {
    const bars = [{ label: 'ours', ratio, isOurs: true }]
    expect(() => drawBars('x', [{ ...group, bars }])).toThrow('cannot be drawn')
  })
})
