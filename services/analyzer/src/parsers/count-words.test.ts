import { expect, it } from '@jest/globals'
import { countWords, significantWords } from './count-words.ts'

it.each([
  ['', 0],
  ['one', 1],
  ['  one two\n\tthree ', 3],
  ['- — & …', 0],
  ["it's a well-known co-op", 4],
  ['3.5 kg (net)', 3],
  ['鐘の音', 2],
  ['鐘 bells 音', 2],
  ['колокол звонит', 2],
  ['ระฆัง', 3],
  ['😀 bells 😀', 1],
  ['𠀀𠀁', 1],
  ['a\u00a0b', 2],
])('"%s" has %d words', (text, count) => {
  expect(countWords(text)).toBe(count)
  expect(countWords(text)).toBe(count)
})

it.each([
  ['How Bells Are Cast, and Why', ['bells', 'cast']],
  ["The founder's bell: 3.5 tons | example.com", ["founder's", 'bell', '3.5', 'tons', 'example.com']],
  ['Die Glocke für Köln', ['glocke', 'köln']],
  ['鐘楼の音', ['鐘楼']],
  ['to of in', []],
  ['', []],
])('the significant words of "%s" are %j', (title, expected) => {
  expect(significantWords(title)).toEqual(expected)
})
