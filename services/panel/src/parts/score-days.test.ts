import { describe, expect, it } from '@jest/globals'
import { html, textOf } from '@pagebell/html/template'
import { scoresCard, scoreWithTrend } from './score-days.ts'

const shown = (...score: Parameters<typeof scoreWithTrend>) => textOf(html`${scoreWithTrend(...score)}`)
const runs = { runs: 2, scores: 161, runs_before: 1, scores_before: 70 }

describe('the score of a project', () => {
  it.each([
    ['▲ 11', runs],
    ['11 points better than the week before', runs],
    ['▼ 9', { ...runs, scores_before: 90 }],
    ['9 points worse than the week before', { ...runs, scores_before: 90 }],
  ])('says %s', (text, score) => {
    expect(shown(score)).toContain(text)
  })

  it.each([
    ['81', { ...runs, scores_before: 81 }],
    ['81', { ...runs, runs_before: 0, scores_before: 0 }],
    ['–', { ...runs, runs: 0, scores: 0 }],
    ['–', undefined],
  ])('is %s without a trend', (text, score) => {
    expect(shown(score)).toBe(text)
  })
})

it('the chart of days shows the mean of each, and needs two', () => {
  const days = [
    { day: '2026-11-23', runs: 2, scores: 100 },
    { day: '2026-11-25', runs: 1, scores: 90 },
  ]
  const text = textOf(html`${scoresCard(days)}`)
  expect(text).toMatch(/aria-label="Scores of 2 days: 50 on 2026-11-23.*90 on 2026-11-25/)
  expect(textOf(html`${scoresCard(days.slice(1))}`)).toBe('')
})
