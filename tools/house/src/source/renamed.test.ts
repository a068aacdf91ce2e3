import { expect, it } from '@jest/globals'
import { lexemes } from './lexemes.ts'
import { findRenamed, rename } from './renamed.ts'
import type { Sources } from './source-files.ts'

const sourcesOf =
  (texts: Record<string, string>): Sources =>
  (folder) => [{ file: `${folder}/src/a.ts`, text: texts[folder] ?? '', lexemes: lexemes(texts[folder] ?? '') }]

const target = { in: 'services/x', find: 'if (urls.length > MOST) throw tooMany(urls)' }

it.each([
  ['whose constant has another name', { 'services/x': 'if (urls.length > maxUrls) throw tooMany(urls)' }],
  ['that moved to another folder', { 'libs/y': 'if (urls.length > MOST) throw tooMany(urls)' }],
  ['that did both', { 'libs/y': 'if (urls.length > maxUrls)\n  throw tooMany(urls)' }],
])('finds a text %s', (_, texts) => {
  const [folder = '', text = ''] = Object.entries(texts)[0] ?? []
  const found = findRenamed(sourcesOf(texts), target, ['libs/y'])
  expect(found?.in).toBe(folder)
  expect(rename(target.find, found?.renames ?? new Map())).toBe(text.replace(/\s+/g, ' '))
})

it.each([
  ['stands where it should', 'if (urls.length > MOST) throw tooMany(urls)'],
  ['means something else', 'if (urls.length < maxUrls) throw tooMany(urls)'],
  ['has one word for two', 'if (urls.length > urls) throw tooMany(urls)'],
  ['could be either of two', 'if (urls.length > a) throw tooMany(urls)\nif (urls.length > b) throw tooMany(urls)'],
])('finds no text that %s', (_, text) => {
  expect(findRenamed(sourcesOf({ 'services/x': text }), target, [])).toBeUndefined()
})
