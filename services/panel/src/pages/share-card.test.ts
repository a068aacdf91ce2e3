import { expect, it } from '@jest/globals'
import { textOf } from '@pagebell/html/template'
import type { Report__Output as Report } from '@pagebell/protos/report/v1/report'
import { testFrame } from '../../test/test-frame.ts'
import { publicReportPage } from './public-report.page.ts'
import { shareCard } from './share-card.ts'

const report = { id: 'one', url: 'https://example.com/', status: 'done', notes: [], privacy: 0, listed: false }
const paths = { ownPath: '/reports/one', publicPath: '/r/one' }
const shared = (change: object): string => textOf(shareCard(testFrame, { ...report, ...paths, ...change }, undefined))

it('has the link to copy, and warns where it leads only its owner', () => {
  expect(shared({})).toContain('<code id="share-link">https://pagebell.example/r/one</code>')
  expect(shared({})).not.toContain('class="warning"')
  expect(shared({ privacy: 1 })).toContain('<p class="warning">The report is private')
})

it('publishes a private report by one button, and offers that for no other', () => {
  expect(shared({ privacy: 1 })).toContain('<button class="main" data-copy-first="share-link">')
  expect(shared({ privacy: 0 }) + shared({ privacy: 2 })).not.toContain('data-copy-first')
})

it.each([
  [{ privacy: 0, listed: false }, true],
  [{ privacy: 0, listed: true }, false],
  [{ privacy: 1, listed: true }, true],
  [{ privacy: 2, listed: true }, true],
])('the public page of %j is kept from search engines: %p', (change, expected) => {
  const shown = { ...report, ...change } as unknown as Report
  const text = textOf(publicReportPage(testFrame, shown, { isOwner: false, category: undefined }))
  expect(text.includes('<meta name="robots" content="noindex">')).toBe(expected)
})
