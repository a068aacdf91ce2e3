import { describe, expect, it } from '@jest/globals'
import { html, textOf } from '@pagebell/html/template'
import { endedDays, outcomeChart, successRate } from './outcome-chart.ts'

const now = Date.parse('2026-11-25T00:30:00Z')
const hour = (time: string, delivered: number, rejected = 0) => ({ hour: time, delivered, rejected })

describe('what ended by the day', () => {
  it('has every day up to today in UTC, with the sums of its hours', () => {
    const hours = [
      hour('2026-11-23T23:00:00.000Z', 5),
      hour('2026-11-24T00:00:00.000Z', 1, 2),
      hour('2026-11-24T23:00:00.000Z', 3),
      hour('2026-11-25T00:00:00.000Z', 0, 4),
    ]
    expect(endedDays(hours, 3, now)).toEqual([
      { day: '2026-11-23', delivered: 5, rejected: 0 },
      { day: '2026-11-24', delivered: 4, rejected: 2 },
      { day: '2026-11-25', delivered: 0, rejected: 4 },
    ])
    expect(endedDays([], 2, now).map(({ day }) => day)).toEqual(['2026-11-24', '2026-11-25'])
  })

  it('is drawn with a table of the days that have any', () => {
    const days = endedDays([hour('2026-11-24T01:00:00.000Z', 6, 3)], 30, now)
    const text = textOf(html`${outcomeChart(days, 'By day')}`)
    expect(text).toContain('2026-11-24: 6 URLs delivered')
    expect(text).toContain('2026-11-24: 3 URLs rejected')
    expect(text.match(/<rect/g)).toHaveLength(2)
    expect(text.match(/<tbody>.*<\/tbody>/s)?.[0].match(/<tr>/g)).toHaveLength(1)
    expect(text).toContain('aria-label="By day"')
  })

  it('is not drawn where nothing has ended', () => {
    expect(outcomeChart(endedDays([], 30, now), 'By day')).toBeUndefined()
  })
})

it.each([
  [[], 'nothing sent'],
  [[{ delivered: 0, rejected: 0 }], 'nothing sent'],
  [[{ delivered: 3, rejected: 0 }], '100 % delivered'],
  [[{ delivered: 99_999, rejected: 1 }], '99.9 % delivered'],
  [
    [
      { delivered: 1, rejected: 0 },
      { delivered: 0, rejected: 2 },
    ],
    '33.3 % delivered',
  ],
  [[{ delivered: 0, rejected: 5 }], '0 % delivered'],
])('the success rate of %j is "%s"', (ended, text) => {
  expect(successRate(ended)).toBe(text)
})
