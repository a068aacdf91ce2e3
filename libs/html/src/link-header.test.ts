import { expect, it } from '@jest/globals'
import { parseLinkHeaders } from './link-header.ts'

const read = (...headers: string[]) =>
  parseLinkHeaders(headers).map(({ href, rel, hreflang }) => [href, rel.join(' '), hreflang])

it.each([
  ['<https://a/>; rel="canonical"', ['https://a/', 'canonical', null]],
  ['<https://a/>;rel=canonical', ['https://a/', 'canonical', null]],
  ['  < https://a/ > ; REL = "Alternate Canonical" ; hreflang=de', ['https://a/', 'alternate canonical', 'de']],
  ['<https://a/>; title="a, b; rel=next"; rel=prev', ['https://a/', 'prev', null]],
  ['<https://a/?a=1,2;b>; rel=canonical', ['https://a/?a=1,2;b', 'canonical', null]],
  ['<https://a/>; rel=first; rel=second', ['https://a/', 'first', null]],
  ['<https://a/>; nothing; rel=canonical', ['https://a/', 'canonical', null]],
  ['<https://a/>', ['https://a/', '', null]],
])('%s is read', (header, expected) => {
  expect(read(header)).toEqual([expected])
})

it('a header may hold several links, and there may be several headers', () => {
  expect(read('<https://a/>; rel=a, <https://b/>; rel=b', '<https://c/>; rel=c')).toEqual([
    ['https://a/', 'a', null],
    ['https://b/', 'b', null],
    ['https://c/', 'c', null],
  ])
})

it.each(['', 'https://a/; rel=canonical', '<https://a/; rel=canonical', ',,;', '"'])('"%s" holds none', (header) => {
  expect(read(header)).toEqual([])
})
