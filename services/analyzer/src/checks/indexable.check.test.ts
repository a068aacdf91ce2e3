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
    'does not let it be overruled by a tag that says nothing of an index',
    {
      head: `<meta name="robots" content="noindex"><meta name="googlebot" content="notranslate">
        <meta name="bingbot" content="noarchive, max-snippet:-1"><meta name="yandex" content="nofollow">`,
    },
    'fail',
    /All/,
  ],
  [
    'fails a date that has passed',
    { headers: { 'x-robots-tag': 'unavailable_after: Fri, 25 Jun 2010 15:00:00 GMT' } },
    'fail',
  ],
  ['passes a date to come', { headers: { 'x-robots-tag': 'unavailable_after: 25 Jun 2045 15:00:00 GMT' } }, 'pass'],
  ['passes another crawler kept out', { headers: { 'x-robots-tag': 'otherbot: noindex' } }, 'pass'],
  ['fails it in any case and with any white space', { head: '<META NAME="Robots" CONTENT=" NoIndex ">' }, 'fail'],
  [
    'passes what only begins like it',
    { head: '<meta name="robots" content="noindexing, index, noimageindex, nofollow, max-snippet:0">' },
    'pass',
  ],
  ['passes noindex in a tag that is no crawler of ours', { head: '<meta name="otherbot" content="none">' }, 'pass'],
  [
    'reads crawlers one after the other where a proxy has joined their headers',
    { headers: { 'x-robots-tag': 'otherbot: noindex, nofollow, bingbot: none, googlebot: nofollow' } },
    'warn',
    /Some/,
  ],
  [
    'fails where every crawler is named',
    {
      head: '<meta name="robots" content="all">',
      headers: { 'x-robots-tag': 'noarchive, noindex' },
    },
    'fail',
  ],
  [
    'does not let a named crawler stand for all',
    { headers: { 'x-robots-tag': 'Googlebot: unavailable_after: 25 Jun 2010 15:00:00 PST' } },
    'warn',
  ],
  ...[
    '25 Jun 2010 15:00:00 PST',
    '25-Aug-2010 15:00:00 EST',
    'Friday, 25-Jun-10 15:00:00 UTC',
    'Fri, 25 Jun 2010 15:00:00 GMT, noarchive',
    '2010-06-25T15:00:00+02:00',
    '2010-06-25',
    '2010-06-25, nofollow',
    '25 Jun 2010 15:00:00 CET',
    'Fri, 25 Jun 2010 15:00:00 JST, nofollow',
  ].map((date): Parameters<typeof specifyCheck>[1][number] => [
    `fails a page that was to go after ${date}`,
    { head: `<meta name="robots" content="index, unavailable_after: ${date}">` },
    'fail',
  ]),
  ...['Mon, 01 Jan 2035 00:00:00 GMT, nofollow', '2035-01-01', 'never', '', '25 Jun 2040 15:00:00 CET'].map(
    (date): Parameters<typeof specifyCheck>[1][number] => [
      `passes a page that is to go after "${date}"`,
      { head: `<meta name="robots" content="unavailable_after: ${date}">` },
      'pass',
    ],
  ),
])
