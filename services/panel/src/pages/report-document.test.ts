import { createHash } from 'node:crypto'
import { expect, it } from '@jest/globals'
import type { Report__Output as Report } from '@pagebell/protos/report/v1/report'
import { testFrame } from '../../test/test-frame.ts'
import { reportDocument, reportDocumentName } from './report-document.ts'

const check = { status: 'fail', weight: 4, points: 0, gain: 3, title: '<script>alert(1)</script>', message: 'Why' }
const report = {
  url: 'https://example.com/',
  score: 71,
  result: 'decent',
  analyzed_at: '2026-11-21T10:00:05.000Z',
  generated_at: '2026-11-20T10:00:05.000Z',
  notes: [],
  results_json: Buffer.from(JSON.stringify({ h1: { ...check, evidence: [{ element: '<h1>', line: 3, column: 7 }] } })),
  categories_json: Buffer.from(JSON.stringify({ content: { score: 71, pass: 0, warn: 0, fail: 1 } })),
} as unknown as Report
const styles = 'main > p { content: "a" }'

it('is one file that loads nothing and runs nothing', () => {
  const { text, policy } = reportDocument(testFrame, report, styles)
  expect(text).toMatch(/^<!doctype html>/)
  expect(text).toContain(`<style>${styles}</style>`)
  expect(text).not.toMatch(/<(script|link|img|iframe|form|base)\b|\ssrc=|\sstyle=|url\(/)
  // Nothing but outside addresses can be followed.
  expect([...text.matchAll(/href="([^"]*)"/g)].filter(([, to]) => !to?.startsWith('https://'))).toEqual([])
  const hash = createHash('sha256').update(styles).digest('base64')
  expect(policy).toBe(`default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`)
})

it('has every finding open, with its places, and the exact time', () => {
  const { text } = reportDocument(testFrame, report, styles)
  expect(text.match(/<details[^>]* open>/g)).toHaveLength(text.match(/<details/g)?.length ?? 0)
  expect(text).toContain('<td>3:7</td>')
  expect(text).toContain('analyzed 2026-11-21 10:00:05 UTC')
  expect(text).not.toMatch(/ago|just now/)
})

it.each([
  ['https://example.com/a', 'report-example.com-2026-11-21.html'],
  ['http://127.0.0.1:8080/', 'report-127.0.0.1-8080-2026-11-21.html'],
  ['https://xn--bcher-kva.example/', 'report-b-cher.example-2026-11-21.html'],
])('of %s is named %s', (url, name) => {
  expect(reportDocumentName({ ...report, url })).toBe(name)
})
