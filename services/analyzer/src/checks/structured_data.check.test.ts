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
])
