import { expect, it } from '@jest/globals'
import { reportEvents } from './report-ended.consumer.ts'

const ended = {
  account_id: 'an account',
  project_id: 'a project',
  project: 'example.com',
  report_id: 'a-report',
  run_id: 'a-run',
  url: 'https://example.com/page',
  ended_at: '2026-11-21T10:00:00.000Z',
}
type Rating = { result: 'good' | 'decent' | 'bad'; score: number }
const eventsOf = (more: object) => reportEvents({ ...ended, ...more }, 'https://pagebell.example')
const bodies = (more: object) => eventsOf(more).map(({ body }) => JSON.parse(body))
const rated = (result: Rating['result'], score: number): Rating => ({ result, score })

it('a completed run is sent with its rating and the address of the report, and nothing about its account', () => {
  expect(bodies({ rating: rated('good', 91) })).toEqual([
    {
      type: 'report.completed',
      timestamp: ended.ended_at,
      data: {
        report_id: 'a-report',
        run_id: 'a-run',
        project: 'example.com',
        url: ended.url,
        page: 'https://pagebell.example/r/a-report',
        status: 'done',
        result: 'good',
        score: 91,
        error: null,
      },
    },
  ])
})

it('a failed run is sent with the reason', () => {
  const error = { code: 'dns', message: 'No such host.' }
  const [body, ...more] = bodies({ error })
  expect(body.data).toMatchObject({ status: 'failed', result: null, score: null, error })
  expect(more).toEqual([])
})

it.each([
  [rated('good', 91), rated('good', 91), undefined],
  [rated('good', 91), rated('good', 92), undefined],
  [rated('good', 91), rated('good', 90), { score_change: -1, result_changed: false }],
  [rated('good', 80), rated('decent', 79), { score_change: -1, result_changed: true }],
  [rated('decent', 79), rated('bad', 79), { score_change: 0, result_changed: true }],
  [rated('bad', 49), rated('decent', 48), undefined],
])('a run after %j that is rated %j has worsened: %j', (before, rating, worse) => {
  const [, body] = bodies({ before, rating })
  if (worse === undefined) expect(body).toBeUndefined()
  else expect(body).toMatchObject({ type: 'report.worsened', data: { ...rating, before, ...worse } })
})
