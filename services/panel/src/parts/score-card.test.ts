import { expect, it } from '@jest/globals'
import type { Report__Output as Report } from '@pagebell/protos/report/v1/report'
import { testFrame } from '../../test/test-frame.ts'
import { textOf } from '../html/html.ts'
import { reportResult } from './score-card.ts'

const shown = (finalUrl: string, redirects: number): string => {
  const check = { status: 'pass', weight: 1, points: 1, gain: 0, title: 'Redirects', message: '', value: redirects }
  const report = {
    url: 'https://example.com/',
    final_url: finalUrl,
    notes: [],
    results_json: Buffer.from(JSON.stringify({ redirects: check })),
  }
  return textOf(reportResult(testFrame, report as unknown as Report))
}

it('shows the rated page and the number of redirects', () => {
  const text = shown('https://www.example.com/en/', 2)
  expect(text).toMatch(/<dt>Rated<\/dt><dd>.*https:\/\/www\.example\.com\/en\/.* after 2 redirects<\/dd>/)
  expect(shown('https://example.com/', 0)).not.toContain('<dt>Rated</dt>')
})
