import { expect, it } from '@jest/globals'
import { localPath } from './local-path.ts'

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
])('%p leads to %p', (next, path) => {
  expect(localPath(next)).toBe(path)
})
