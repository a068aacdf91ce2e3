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
  ['fails a relative address', { head: '<link rel="alternate" hreflang="en" href="/">' }, 'fail'],
  [
    'fails an unknown code in a header',
    { headers: { link: '<https://example.com/>; rel=alternate; hreflang=xx1' } },
    'fail',
  ],
  ['does not apply to a link in the body', { body: '<link rel="alternate" hreflang="xx" href="/">' }, 'not_applicable'],
])
