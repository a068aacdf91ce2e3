import { specifyCheck } from '../../test/specify-check.ts'
import hreflang from './hreflang.check.ts'

specifyCheck(hreflang, [
  [
    'passes a valid set',
    {
      head: '<link rel="alternate" hreflang="en" href="https://example.com/"><link rel="alternate" hreflang="x-default" href="https://example.com/">',
    },
    'pass',
  ],
  [
    'warns without x-default',
    { head: '<link rel="alternate" hreflang="en" href="https://example.com/">' },
    'warn',
    /x-default/,
  ],
  [
    'warns without the page itself',
    {
      head: '<link rel="alternate" hreflang="de" href="https://example.com/de"><link rel="alternate" hreflang="x-default" href="https://example.com/x">',
    },
    'warn',
    /own/,
  ],
  [
    'fails an unknown code',
    {
      head: '<link rel="alternate" hreflang="en" href="https://example.com/"><link rel="alternate" hreflang="x-default" href="https://example.com/"><link rel="alternate" hreflang="xx" href="https://example.com/y">',
    },
    'fail',
  ],
  [
    'passes an address with white space around it, as browsers do',
    {
      head:
        '<link rel="alternate" hreflang="en" href="\n https://example.com/ ">' +
        '<link rel="alternate" hreflang="x-default" href=" https://example.com/">',
    },
    'pass',
  ],
  ['fails a relative address', { head: '<link rel="alternate" hreflang="en" href="/">' }, 'fail'],
  [
    'fails an unknown code in a header',
    { headers: { link: '<https://example.com/>; rel=alternate; hreflang=xx1' } },
    'fail',
  ],
  ['does not apply to a link in the body', { body: '<link rel="alternate" hreflang="xx" href="/">' }, 'not_applicable'],
  ['does not apply to an empty code', { head: '<link rel="alternate" hreflang="" href="/">' }, 'not_applicable'],
  ...['jp', 'es-ES_tradnl', 'en_US', 'de-de-de', 'german', 'en-UK', ' en'].map(
    (code): Parameters<typeof specifyCheck>[1][number] => [
      `fails the code "${code}"`,
      { head: `<link rel="alternate" hreflang="${code}" href="https://example.com/">` },
      'fail',
    ],
  ),
  ...['EN-gb', 'zh-Hant-TW', 'es-419', 'X-Default', 'aaa'].map((code): Parameters<typeof specifyCheck>[1][number] => [
    `passes the code "${code}"`,
    {
      head:
        `<link rel="alternate" hreflang="${code}" href="https://example.com/">` +
        '<link rel="alternate" hreflang="x-default" href="https://example.com/">',
    },
    'pass',
  ]),
  [
    'takes tags and headers together',
    {
      head: '<link rel="alternate" hreflang="en" href="https://example.com/">',
      headers: { link: '<https://example.com/en>; rel="alternate"; hreflang="x-default"' },
    },
    'pass',
  ],
  ['fails an address without a scheme', { head: '<link rel="alternate" hreflang="en" href="//example.com/">' }, 'fail'],
  [
    'knows the page by another spelling',
    {
      url: 'https://example.com/a%CC%8A',
      head:
        '<link rel="alternate" hreflang="sv" href="https://EXAMPLE.com/a%cc%8a#top">' +
        '<link rel="alternate" hreflang="x-default" href="https://example.com/">',
    },
    'pass',
  ],
])
