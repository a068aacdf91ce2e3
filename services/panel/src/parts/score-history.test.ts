import { expect, it } from '@jest/globals'
import { type Html, textOf } from '@pagebell/html/template'
import { type ScoredRun, scoreHistory } from './score-history.ts'

const run = (score: number, at: string): ScoredRun => ({ score, at: `2026-11-${at}:00.000Z` })
const shown = (...runs: ScoredRun[]): string => {
  const chart = scoreHistory(runs)
  return chart === undefined ? '' : textOf(chart as Html)
}

it('draws the scores over time, oldest first, with a scale and dates', () => {
  const text = shown(run(71, '21T10:00'), run(48, '01T10:00'), run(100, '11T10:00'))
  const points = /points="([^"]+)"/
    .exec(text)?.[1]
    ?.split(' ')
    .map((point) => point.split(',').map(Number))
  expect(points).toEqual([
    [44, 103.4],
    [372, 14],
    [700, expect.closeTo(63.9, 0)],
  ])
  for (const label of ['0', '49', '80', '100']) expect(text).toContain(`text-anchor="end">${label}</text>`)
  expect(text).toContain('>2026-11-01 10:00 UTC</text>')
  expect(text).toContain('>2026-11-21 10:00 UTC</text>')
})

it('says in words what it shows', () => {
  expect(shown(run(71, '21T10:00'), run(48, '01T10:00'))).toContain(
    'aria-label="Scores of 2 runs: 48 on 2026-11-01 10:00:00 UTC, 71 on 2026-11-21 10:00:00 UTC, ' +
      'lowest 48, highest 71"',
  )
})

it('is nothing for a single score', () => {
  expect(shown(run(71, '21T10:00'))).toBe('')
})

it('draws no more than the newest 200 scores', () => {
  const runs = Array.from({ length: 300 }, (_, n) => ({ score: n % 101, at: new Date(n * 60_000).toISOString() }))
  expect(shown(...runs).match(/<circle/g)).toHaveLength(200)
  expect(shown(...runs)).toContain('>1970-01-01 01:40 UTC</text>')
})
