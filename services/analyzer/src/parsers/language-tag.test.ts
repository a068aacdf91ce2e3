import { expect, it } from '@jest/globals'
import { isLanguageTag, primaryLanguage } from './language-tag.ts'

it.each([
  'en',
  'EN',
  'pt-BR',
  'zh-Hans-CN',
  'zh-hant',
  'es-419',
  'de-AT-1996',
  'sr-Latn-RS',
  'gsw',
  'son',
  'iw',
  'de-EU',
  'yue',
  'aaa',
  'kwy',
  'uk',
  'nb-NO',
  'en-GB',
  'en-x-private',
  'sgn-US',
])('%s is a language tag', (tag) => {
  expect(isLanguageTag(tag)).toBe(true)
})

it.each([
  '',
  'english',
  'en_US',
  'en-UK',
  'eng',
  'deu',
  'uk-UK',
  'en-XX',
  'en-ZZ',
  'jp',
  'adp',
  'prp',
  'fra',
  'zho',
  'en-Abcd',
  'cn',
  'us',
  'xx',
  'zzz',
  ' en',
  'en ',
  'en-',
  '-en',
  'e',
  'x-default',
  'en-US-US',
  'de-DE;q=0.5',
  'en,de',
  `en-${'a'.repeat(40)}`,
])('"%s" is none', (tag) => {
  expect(isLanguageTag(tag)).toBe(false)
})

it('compares by the language alone', () => {
  expect([primaryLanguage(' PT-br'), primaryLanguage('de'), primaryLanguage('')]).toEqual(['pt', 'de', ''])
})
