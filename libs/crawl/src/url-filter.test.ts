import { expect, it } from '@jest/globals'
import { arePatterns, createUrlFilter } from './url-filter.ts'

it.each<[include: string[], exclude: string[], path: string, matches: boolean]>([
  [[], [], '/a', true],
  [['/blog/*'], [], '/blog/tea', true],
  [['/blog/*'], [], '/shop', false],
  [['/blog/*', '/shop'], [], '/shop', true],
  [[], ['/tag/*'], '/tag/tea', false],
  [['/blog/*'], ['*?page=#'], '/blog/?page=12', false],
  [['/20*'], [], '/2026/11/tea', true],
  [['/p/*5'], [], '/p/125', true],
  [['/p/#'], [], '/p/125', true],
  [['/p/#/*'], [], '/p/1.2/tea', true],
  [['/p/#'], [], '/p/12a', false],
  [['/p/#'], [], '/p/', false],
  [['/p#'], [], '/p%20', false],
  [[], ['/docs/v1*'], '/docs/v1.2/intro', false],
  [[], ['*?page=1*'], '/tea?page=12', false],
  [['/über/*'], [], '/über/uns', true],
  [['/%c3%bcber/*'], [], '/über/uns', true],
  [['/%7Eanna/*'], [], '/~anna/tea', true],
  [['/two words'], [], '/two words', true],
  [['/*?q=ü'], [], '/?q=ü', true],
  [['/a'], [], '/a/b', false],
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
