import { expect, it } from '@jest/globals'
import { textOf } from '@pagebell/html/template'
import type { Report__Output as Report } from '@pagebell/protos/report/v1/report'
import { testFrame } from '../../test/test-frame.ts'
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

it('shows the findings of one category, with each category as a link to its own', () => {
  const check = { status: 'fail', weight: 1, points: 0, gain: 1, message: '' }
  const report = {
    url: 'https://example.com/',
    notes: [],
    results_json: Buffer.from(
      JSON.stringify({
        title: { ...check, category: 'seo', title: 'No title' },
        hsts: { ...check, category: 'security', title: 'No HSTS' },
      }),
    ),
    categories_json: Buffer.from(
      JSON.stringify({
        seo: { score: 9, pass: 0, warn: 0, fail: 1 },
        security: { score: 0, pass: 0, warn: 0, fail: 1 },
      }),
    ),
  } as unknown as Report
  const frame = { ...testFrame, path: '/reports/one?category=seo' }
  const text = textOf(reportResult(frame, report, { category: 'seo' }))
  expect(text).toContain('No title')
  expect(text).not.toContain('No HSTS')
  expect(text).toContain('href="/reports/one?category=security#checks"')
  expect(text).toContain('href="/reports/one#checks" aria-current="true"')
  const all = textOf(reportResult(frame, report, { category: 'nothing' }))
  expect(all).toContain('No HSTS')
  expect(all).toContain('2 failures')
})

it('marks a score of 0 in its colour, and counts no ignored check in its head', () => {
  const check = { status: 'fail', weight: 1, points: 0, gain: 1, message: '', category: 'security' }
  const results = {
    hsts: { ...check, title: 'No HSTS' },
    csp: { ...check, title: 'No CSP', ignored: { reason: 'Set by the proxy' } },
  }
  const report = {
    url: 'https://example.com/',
    notes: [],
    results_json: Buffer.from(JSON.stringify(results)),
    categories_json: Buffer.from(JSON.stringify({ security: { score: 0, pass: 0, warn: 0, fail: 1 } })),
  } as unknown as Report
  const text = textOf(reportResult(testFrame, report))
  expect(text).toMatch(/<svg class="bar bad".*<rect class="reach" width="2%"/s)
  expect(text).toContain('<dd>1 failure, 0 warnings, 0 checks passed</dd>')
  expect(text).toContain('Set by the proxy')
})

it('shows the rated page and the number of redirects', () => {
  const text = shown('https://www.example.com/en/', 2)
  expect(text).toMatch(/<dt>Rated<\/dt><dd>.*https:\/\/www\.example\.com\/en\/.* after 2 redirects<\/dd>/)
  expect(shown('https://example.com/', 0)).not.toContain('<dt>Rated</dt>')
})
