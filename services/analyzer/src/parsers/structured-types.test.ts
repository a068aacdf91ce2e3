import { expect, it } from '@jest/globals'
import { structuredTypes } from './structured-types.ts'

const jsonLd = (value: unknown) => ({ kind: 'json-ld', text: JSON.stringify(value) })

it.each([
  ['a thing', [jsonLd({ '@type': 'Article', author: { '@type': 'Person' } })], ['Article']],
  ['several things', [jsonLd([{ '@type': 'Article' }, { '@type': 'Organization' }])], ['Article', 'Organization']],
  ['a graph', [jsonLd({ '@graph': [{ '@type': ['Article', 'NewsArticle'] }] })], ['Article', 'NewsArticle']],
  ['a type with its address', [jsonLd({ '@type': 'https://schema.org/Product' })], ['Product']],
  ['microdata', [{ kind: 'microdata', text: 'https://schema.org/Recipe' }], ['Recipe']],
  ['one type twice', [jsonLd({ '@type': 'Article' }), { kind: 'rdfa', text: 'schema:Article' }], ['Article']],
  ['no JSON', [{ kind: 'json-ld', text: '{' }], []],
])('of %s', (_name, items, types) => {
  expect(structuredTypes(items)).toEqual(types)
})
