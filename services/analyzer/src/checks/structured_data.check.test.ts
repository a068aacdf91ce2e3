import { specifyCheck } from '../../test/specify-check.ts'
import structuredData from './structured_data.check.ts'

specifyCheck(structuredData, [
  [
    'passes valid JSON-LD',
    { head: '<script type="application/ld+json">{"@type":"Product","name":"Bell"}</script>' },
    'pass',
  ],
  ['passes microdata', { body: '<div itemscope itemtype="https://schema.org/Person"></div>' }, 'pass'],
  ['passes RDFa', { body: '<div typeof="Person"></div>' }, 'pass'],
  ['warns of none', {}, 'warn'],
  ['fails a syntax error', { head: '<script type="application/ld+json">{"@type":}</script>' }, 'fail'],
  [
    'fails a missing property, however deep',
    { head: '<script type="application/ld+json">{"@graph":[{"@type":["Recipe"],"name":"x"}]}</script>' },
    'fail',
  ],
  ...[
    ['an empty property', '{"@type":"Product","name":""}'],
    ['an empty list', '{"@type":"BreadcrumbList","itemListElement":[]}'],
    ['a type by its address', '{"@type":"https://schema.org/Event","name":"x","startDate":"2026-01-01"}'],
    ['one of several types', '{"@type":["Thing","JobPosting"],"title":"x"}'],
    ['the second of a list', '[{"@type":"Product","name":"x"},{"@type":"Product"}]'],
    ['a thing within another', '{"@type":"WebPage","mainEntity":{"@type":"VideoObject","name":"x"}}'],
    ['a comma too many', '{"@type":"Product","name":"x",}'],
    ['nothing', ''],
    ['a comment', '// {"@type":"Product","name":"x"}'],
  ].map(([what, json]): Parameters<typeof specifyCheck>[1][number] => [
    `fails ${what}`,
    { head: `<script type="application/ld+json">${json}</script>` },
    'fail',
  ]),
  ...[
    [
      'a graph',
      '{"@context":"https://schema.org","@graph":[{"@type":"Organization","@id":"#us"},{"@type":"Product","name":"x"}]}',
    ],
    ['a pointer to what is described elsewhere', '{"@type":"WebPage","mainEntity":{"@type":"Product","@id":"#bell"}}'],
    ['a provider', '{"@type":"Service","provider":{"@type":"LocalBusiness","name":"ACME"}}'],
    ['a reviewed product', '{"@type":"Review","itemReviewed":{"@type":"Product","sku":"7"}}'],
    [
      'an event of a series',
      '{"@type":"Event","name":"x","startDate":"2026-01-01","location":"y","superEvent":{"@type":"Event","name":"z"}}',
    ],
    [
      'the sellers of a list',
      '{"@type":"Product","name":"x","offers":{"seller":[{"@type":["LocalBusiness"],"name":"ACME"}]}}',
    ],
    ['a type without required properties', '{"@type":["Article","NewsArticle"]}'],
    ['a value of 0', '{"@type":"Product","name":0}'],
    ['words that objects have by themselves', '{"@type":"constructor","__proto__":{"@type":"toString"}}'],
  ].map(([what, json]): Parameters<typeof specifyCheck>[1][number] => [
    `passes ${what}`,
    { head: `<script type="application/ld+json">${json}</script>` },
    'pass',
  ]),
  ['reads a type with a parameter', { head: '<script type="Application/LD+JSON; charset=utf-8">{</script>' }, 'fail'],
  ['does not take other data for JSON-LD', { head: '<script type="application/json">{</script>' }, 'warn'],
])
