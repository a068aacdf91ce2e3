import { expect, it } from '@jest/globals'
import { directivesByName } from './robots-directives.ts'

it.each([
  ['noindex', { '': ['noindex'] }],
  ['noindex, nofollow', { '': ['noindex', ' nofollow'] }],
  ['googlebot: noindex, nofollow', { googlebot: [' noindex', ' nofollow'] }],
  ['nofollow, bingbot: noindex', { '': ['nofollow'], bingbot: [' noindex'] }],
  ['max-snippet: 20, Googlebot: none', { '': ['max-snippet: 20'], googlebot: [' none'] }],
  ['unavailable_after: 25 Jun 2010 15:00:00 PST', { '': ['unavailable_after: 25 Jun 2010 15:00:00 PST'] }],
  ['', { '': [''] }],
])('"%s" is divided by crawlers', (header, expected) => {
  expect(Object.fromEntries(directivesByName(header))).toEqual(expected)
})
