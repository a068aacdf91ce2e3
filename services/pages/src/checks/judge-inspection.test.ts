import { expect, it } from '@jest/globals'
import type { PageRow } from '../pages/pages.sql.ts'
import { comparablePage, toKnownVersion } from './judge-inspection.ts'

const row: PageRow = {
  status: 200,
  state: 'live',
  target: null,
  etag: '"one"',
  last_modified: null,
  seen_at: '2026-11-26T10:00:00.000Z',
  canonical: null,
  content: 'a0'.repeat(16),
  parts: 'b1'.repeat(40),
  simhash: null,
  words: 7,
  kept: [],
  rules_version: 1,
}

it('a version that was read by the rules in force is compared, and may be answered with 304', () => {
  expect(comparablePage(row, 1)).toBe(row)
  expect(toKnownVersion(comparablePage(row, 1))).toMatchObject({ etag: '"one"', facts: { content: row.content } })
})

it('a version that was read by other rules is neither, and what does not depend on rules stays known', () => {
  expect(comparablePage(row, 2)).toMatchObject({ content: null, state: 'live', status: 200, words: 7 })
  expect(toKnownVersion(comparablePage(row, 2))).toBeUndefined()
  expect(comparablePage(undefined, 2)).toBeUndefined()
})

it.each<[what: string, changes: Partial<PageRow>]>([
  ['is kept out of an index', { kept: ['googlebot'] }],
  ['names another page', { canonical: 'https://example.com/other' }],
])('a page that %s is asked for without a condition', (_what, changes) => {
  expect(toKnownVersion({ ...row, ...changes })).toBeUndefined()
})
