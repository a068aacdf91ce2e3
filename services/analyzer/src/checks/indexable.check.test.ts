import { specifyCheck } from '../../test/specify-check.ts'
import indexable from './indexable.check.ts'

specifyCheck(indexable, [
  ['passes a page that says nothing', {}, 'pass'],
  ['fails noindex for all', { head: '<meta name="robots" content="nofollow, noindex">' }, 'fail', /All/],
  ['fails none in the header', { headers: { 'x-robots-tag': 'none' } }, 'fail'],
  ['warns where one crawler is kept out', { head: '<meta name="bingbot" content="noindex">' }, 'warn', /Some/],
  ['warns where the header names a crawler', { headers: { 'x-robots-tag': 'googlebot: noindex' } }, 'warn'],
  [
    'lets the tag of one crawler overrule the general one',
    { head: '<meta name="robots" content="noindex"><meta name="googlebot" content="index">' },
    'warn',
  ],
  [
    'fails a date that has passed',
    { headers: { 'x-robots-tag': 'unavailable_after: Fri, 25 Jun 2010 15:00:00 GMT' } },
    'fail',
  ],
  ['passes a date to come', { headers: { 'x-robots-tag': 'unavailable_after: 25 Jun 2045 15:00:00 GMT' } }, 'pass'],
  ['passes another crawler kept out', { headers: { 'x-robots-tag': 'otherbot: noindex' } }, 'pass'],
])
