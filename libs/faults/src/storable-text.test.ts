import { expect, it } from '@jest/globals'
import { isStorableJson } from './storable-text.ts'

it.each<[unknown, boolean]>([
  ['a😀', true],
  [null, true],
  [{ list: ['a', 7, { on: true }] }, true],
  ['a\0', false],
  ['\ud800', false],
  [['fine', '\udc00'], false],
  [{ when: { status: '\0' } }, false],
  [{ when: { 'a\0': 'x' } }, false],
])('%j is stored unchanged: %p', (value, expected) => {
  expect(isStorableJson(value)).toBe(expected)
})
