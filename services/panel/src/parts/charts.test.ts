import { expect, it } from '@jest/globals'
import { textOf } from '@pagebell/html/template'
import { barChart, gauge } from './charts.ts'

const reached = (score: number): number =>
  Number(/class="reach".*?stroke-dasharray="([\d.]+)/.exec(textOf(gauge(score, 'good')))?.[1])

it('fills its arc in proportion to the score, and no further than its end', () => {
  expect(reached(80) / reached(40)).toBeCloseTo(2, 3)
  expect(reached(250)).toBe(reached(100))
})

it('has a text alternative', () => {
  expect(textOf(gauge(87, 'good'))).toContain('aria-label="Score 87 of 100: good"')
  expect(textOf(gauge(undefined, undefined))).toContain('aria-label="Not rated yet"')
})

it('shows no arc for nothing', () => {
  expect(textOf(gauge(0, 'bad'))).not.toContain('class="reach"')
})

const chart = (...used: number[]): string =>
  textOf(
    barChart(
      used.map((value, index) => ({ day: `2026-11-${String(index + 1).padStart(2, '0')}`, used: value })),
      'Use',
    ),
  )
const heights = (text: string): number[] =>
  [...text.matchAll(/<rect[^>]* height="([\d.]+)"/g)].map(([, height]) => Number(height))

it('draws a bar as high as its share of a round number', () => {
  const [low = 0, high = 0] = heights(chart(250, 500))
  expect(high / low).toBeCloseTo(2, 1)
  expect(chart(430)).toContain('>500<')
  expect(chart(43_000)).toContain('>50k<')
})

it('has no line between two whole numbers', () => {
  for (const max of [1, 2, 3, 5, 7, 10]) expect(chart(max)).not.toMatch(/>\d+\.\d+</)
  expect(chart(5)).toContain('>3<')
})

it('draws no bar for a day without use, and no chart without a scale', () => {
  expect(heights(chart(0, 0, 0))).toEqual([])
  expect(chart(0)).toContain('>2<')
})

it('draws duplicates on top of what was used, to the same scale', () => {
  const text = textOf(barChart([{ day: '2026-11-21', used: 200, duplicates: 100 }], 'Use'))
  const [used = 0, saved = 0] = heights(text)
  expect(used / saved).toBeCloseTo(2, 1)
  expect(text).toContain('>500<')
  expect(text).toContain('2026-11-21: 100 duplicates')
  expect(heights(textOf(barChart([{ day: '2026-11-21', used: 0, duplicates: 5 }], 'Use')))).toHaveLength(1)
})

it('draws one bar as a bar, not as a wall', () => {
  const widths = [...chart(5).matchAll(/<rect[^>]* width="([\d.]+)"/g)].map(([, width]) => Number(width))
  expect(widths).toEqual([expect.any(Number)])
  expect(Math.max(...widths)).toBeLessThan(48)
})
