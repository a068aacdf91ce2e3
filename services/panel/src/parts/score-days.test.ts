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
  expect(text).toContain('aria-label="Scores of 2 days: 50 on 2026-11-23, 90 on 2026-11-25, lowest 50, highest 90"')
  expect(textOf(html`${scoresCard(days.slice(1))}`)).toBe('')
})

describe('a day of the chart', () => {
  const chart = (...days: string[]) => textOf(html`${scoresCard(days.map((day) => ({ day, runs: 1, scores: 90 })))}`)
  const labels = (text: string) =>
    Array.from(text.matchAll(/ x="([\d.]+)"[^>]*\s+data-day="([^"]+)">([^<]+)</g), ([, x, day, shown]) => [
      x,
      day,
      shown,
    ])

  it('is a date without a time, which no zone changes', () => {
    const text = chart('2026-11-23', '2026-11-27')
    expect(labels(text)).toEqual([
      ['44', '2026-11-23', 'Nov 23'],
      ['372.0', '2026-11-25', 'Nov 25'],
      ['700', '2026-11-27', 'Nov 27'],
    ])
    expect(text).toContain('<title>90 on 2026-11-23</title>')
    expect(text).not.toMatch(/data-moment|UTC|\d\d:\d\d/)
  })

  it('has its label below it where the middle of the chart is between two days', () => {
    expect(labels(chart('2026-11-24', '2026-11-27'))[1]).toEqual(['262.7', '2026-11-25', 'Nov 25'])
    expect(labels(chart('2026-11-26', '2026-11-27')).map(([, day]) => day)).toEqual(['2026-11-26', '2026-11-27'])
  })
})
