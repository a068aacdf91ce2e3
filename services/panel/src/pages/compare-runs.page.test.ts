import { expect, it } from '@jest/globals'
import { textOf } from '@pagebell/html/template'
import { testFrame } from '../../test/test-frame.ts'
import { comparePage } from './compare-runs.page.ts'

type Compared = Parameters<typeof comparePage>[2]

const compared = (checks: object): string => {
  const run = { run_id: 'one', status: 'done', result: 'good', score: 90, requested_at: '2026-11-21T10:00:05.000Z' }
  const comparison = { run, with: run, checks_json: Buffer.from(JSON.stringify(checks)) }
  return textOf(comparePage(testFrame, 'report', comparison as unknown as Compared))
}

it('shows what changed by the title of its check, with the old and the new value', () => {
  const from = {
    status: 'warn',
    points: 5,
    title: 'The title is too short',
    message: 'Two.',
    value: 2,
    evidence: [{ title: 'Hi' }],
  }
  const to = { status: 'pass', points: 10, title: 'The title has a good length', message: 'Fine.', value: 45 }
  const text = compared({ better: [{ check: 'title', from, to }] })
  expect(text).toMatch(/data-name="Check">Title</)
  expect(text).toContain('Value: <code>2</code>')
  expect(text).toContain('<span class="place-name">title:</span> <code>Hi</code>')
  expect(text).toContain('Value: <code>45</code>')
  expect(text).toContain('2026-11-21 10:00:05 UTC')
})

it('shows values that changed while the result stayed', () => {
  const side = { status: 'pass', points: 5, title: 'Fast', message: 'Fast' }
  const text = compared({ values: [{ check: 'ttfb', from: { ...side, value: 80 }, to: { ...side, value: 95 } }] })
  expect(text).toContain('Same result, other value')
  expect(text).toContain('Response time')
})

it('has a text for two runs without a difference', () => {
  expect(compared({ better: [] })).toContain('No check changed')
})
