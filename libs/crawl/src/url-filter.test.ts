import { expect, it } from '@jest/globals'
import { arePatterns, createUrlFilter } from './url-filter.ts'

it.each<[include: string[], exclude: string[], path: string, matches: boolean]>([
  [[], [], '/a', true],
  [['/blog/*'], [], '/blog/tea', true],
  [['/blog/*'], [], '/shop', false],
  [['/blog/*', '/shop'], [], '/shop', true],
  [[], ['/tag/*'], '/tag/tea', false],
  [['/blog/*'], ['*?page=#'], '/blog/?page=12', false],
])('include %j, exclude %j: %s', (include, exclude, path, matches) => {
  expect(createUrlFilter({ include, exclude })(new URL(path, 'https://example.com'))).toBe(matches)
})

it.each<[value: unknown, are: boolean]>([
  [[], true],
  [['/a', '*b'], true],
  [['a'], false],
  [['/a\0'], false],
  [[`/${'a'.repeat(200)}`], false],
  [Array.from({ length: 21 }, () => '/a'), false],
  ['/a', false],
])('%j: %s', (value, are) => {
  expect(arePatterns(value)).toBe(are)
})
