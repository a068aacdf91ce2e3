import { expect, it } from '@jest/globals'
import { textOf } from '@pagebell/html/template'
import type { IgnoredCheck__Output as IgnoredCheck } from '@pagebell/protos/project/v1/ignored_checks'
import { testFrame } from '../../../test/test-frame.ts'
import { ignoredChecksCard } from './ignored-checks-card.ts'

const shown = (ignored: IgnoredCheck[], draft?: { check: string; url: string }): string =>
  textOf(ignoredChecksCard(testFrame, { project: 'example.com', ignored, draft }))

it('offers the checks of pages by category, and those of whole sites', () => {
  const text = shown([])
  expect(text).toMatch(/<optgroup label="Whole sites">.*<option value="orphan">Links to each page/s)
  expect(text).toContain('<option value="meta_description">')
  expect(text).not.toContain('<details open')
})

it('is open with the check of a site that a report leads to, and its page', () => {
  const text = shown([], { check: 'orphan', url: 'https://example.com/tea' })
  expect(text).toContain('<details open')
  expect(text).toContain('<option value="orphan" selected>')
  expect(text).toContain('value="https://example.com/tea"')
})

it('names the checks of sites that are ignored', () => {
  const ignored = { check: 'orphan', reason: 'Campaigns.', created_at: '2026-11-27T10:00:00.000Z' } as IgnoredCheck
  expect(shown([ignored])).toMatch(/Links to each page <code class="hint">orphan<\/code>.*Campaigns\./s)
})
