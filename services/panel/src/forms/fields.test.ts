import { expect, it } from '@jest/globals'
import { localPath } from './fields.ts'

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
