import { expect, it } from '@jest/globals'
import { watchIdFor } from './watch-id.ts'

const watched = (...ids: string[]) => ids.map((id) => ({ id, settings: { url: `https://example.com/${id}.xml` } }))

it.each([
  ['https://example.com/sitemap.xml', 'sitemap'],
  ['https://example.com/sitemap.xml.gz', 'sitemap'],
  ['https://example.com/blog/Post_Sitemap-1.xml?lang=en', 'post-sitemap-1'],
  ['https://example.com/feed/', 'feed'],
  ['https://example.com/', 'watch'],
  ['https://example.com/%E5%9C%B0%E5%9B%BE.xml', 'e5-9c-b0-e5-9b-be'],
  [`https://example.com/${'a'.repeat(200)}.xml`, 'a'.repeat(36)],
  ['not a URL', 'watch'],
])('%s is watched as %s', (url, id) => {
  expect(watchIdFor(url, [])).toBe(id)
  expect(id).toMatch(/^[a-z0-9][a-z0-9-]{0,39}$/)
})

it('a name that is taken gets a number', () => {
  const url = 'https://example.com/blog/sitemap.xml'
  expect(watchIdFor(url, watched('sitemap'))).toBe('sitemap-2')
  expect(watchIdFor(url, watched('sitemap', 'sitemap-2', 'other'))).toBe('sitemap-3')
})

it('a file is watched once', () => {
  expect(() => watchIdFor('https://example.com/sitemap.xml', watched('sitemap'))).toThrow('It is watched already.')
})
