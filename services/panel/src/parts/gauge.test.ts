import { expect, it } from '@jest/globals'
import { textOf } from '../html.ts'
import { gauge } from './gauge.ts'

const reached = (score: number): number =>
  Number(/class="reach".*?stroke-dasharray="([\d.]+)/.exec(textOf(gauge(score, 'good')))?.[1])

it('fills its arc in proportion to the score, and no further than its end', () => {
  expect(reached(80) / reached(40)).toBeCloseTo(2, 3)
  expect(reached(250)).toBe(reached(100))
})

it('says in words what it shows', () => {
  expect(textOf(gauge(87, 'good'))).toContain('aria-label="Score 87 of 100: good"')
  expect(textOf(gauge(undefined, undefined))).toContain('aria-label="Not rated yet"')
})

it('shows no arc for nothing', () => {
  expect(textOf(gauge(0, 'bad'))).not.toContain('class="reach"')
})
