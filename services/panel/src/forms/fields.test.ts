import { expect, it } from '@jest/globals'
import { encodeCursor } from '@pagebell/lists/cursor'
import { findFault } from '@pagebell/schema/find-fault'
import { dateFieldValue, localPath, pagingFields } from './fields.ts'

it('a list sorted by URL goes on after the longest URL', () => {
  const url = 'https://example.com/'.padEnd(2_048, 'x')
  const cursor = encodeCursor([url, '0198f2a4-1f3c-7c1e-9d52-6f1f0f3f7a10'], 'reports')
  expect(findFault(pagingFields.cursor, cursor)).toBeUndefined()
})

it.each([
  ['/reports?sort=asc', '/reports?sort=asc'],
  ['/', '/'],
  [undefined, '/'],
  ['', '/'],
  ['//evil.example/', '/'],
  ['/\\evil.example/', '/'],
  ['/\t/evil.example', '/'],
  ['https://evil.example/', '/'],
  ['javascript:alert(1)', '/'],
  ['/../../x', '/x'],
  ['/..//evil.example/phish', '/'],
  ['/.//evil.example', '/'],
  ['/%2e//evil.example', '/'],
  ['/a/..//evil.example', '/'],
  ['/a/..///evil.example', '/'],
  ['/reports?next=//evil.example', '/reports?next=//evil.example'],
])('%p leads to %p', (next, path) => {
  expect(localPath(next)).toBe(path)
})

it.each([
  ['2026-11-27T10:00:00.000Z', '2026-11-27T10:00:00'],
  ['2026-11-27T10:00', '2026-11-27T10:00:00'],
  ['2026-11-27T10:00:30', '2026-11-27T10:00:30'],
  ['2026-11-27T10:00:00+09:00', '2026-11-27T01:00:00'],
  ['yesterday', undefined],
  ['', undefined],
  [undefined, undefined],
])('a date field shows %p as %p', (time, value) => {
  expect(dateFieldValue(time)).toBe(value)
})
