import { specifyCheck } from '../../test/specify-check.ts'
import canonical from './canonical.check.ts'

specifyCheck(canonical, [
  ['passes its own address', { head: '<link rel="canonical" href="https://example.com/#top">' }, 'pass'],
  ['passes the header', { headers: { link: '<https://example.com/>; rel="canonical"' } }, 'pass'],
  ['warns without one', {}, 'warn', /no canonical/],
  [
    'does not count one in the body',
    { body: '<link rel="canonical" href="https://example.com/">' },
    'warn',
    /no canonical/,
  ],
  ['warns where it points elsewhere', { head: '<link rel="canonical" href="https://example.com/other">' }, 'warn'],
  ['fails a relative one', { head: '<link rel="canonical" href="/">' }, 'fail', /relative/],
  ['fails an invalid one', { head: '<link rel="canonical" href="https://">' }, 'fail'],
  [
    'fails several that differ',
    {
      head:
        '<link rel="canonical" href="https://example.com/">' + '<link rel="canonical" href="https://example.com/b">',
    },
    'fail',
    /disagree/,
  ],
  [
    'fails header and tag that disagree',
    {
      head: '<link rel="canonical" href="https://example.com/">',
      headers: { link: '<https://example.com/b>; rel=canonical' },
    },
    'fail',
  ],
  [
    'fails the root from a deeper page',
    { url: 'https://example.com/a/b', head: '<link rel="canonical" href="https://example.com/">' },
    'fail',
    /home/,
  ],
  [
    'only warns for the root from /index.html',
    { url: 'https://example.com/index.html', head: '<link rel="canonical" href="https://example.com/">' },
    'warn',
  ],
  [
    'fails another language version',
    {
      url: 'https://example.com/de/',
      head:
        '<link rel="canonical" href="https://example.com/fr/"><link rel="alternate" hreflang="fr" href="/fr/">' +
        '<link rel="alternate" hreflang="de" href="https://example.com/de/">',
    },
    'fail',
    /language/,
  ],
  [
    'only warns for the clean address of this page, though that is one of the language versions',
    {
      url: 'https://example.com/de/?from=letter',
      head:
        '<link rel="canonical" href="https://example.com/de/"><link rel="alternate" hreflang="de" href="https://example.com/de/">' +
        '<link rel="alternate" hreflang="fr" href="https://example.com/fr/">',
    },
    'warn',
  ],
  ['warns of one without an address', { head: '<link rel="canonical" href="">' }, 'warn', /no canonical/],
  [
    'passes another spelling of the same address',
    {
      url: 'https://example.com/caf%C3%A9/~bells',
      head: '<link rel="canonical" href=" HTTPS://EXAMPLE.com:443/café/%7Ebells ">',
    },
    'pass',
  ],
  [
    'passes several that are the same',
    {
      head: '<link rel="canonical" href="https://example.com"><link rel="Canonical" href="https://example.com/#top">',
      headers: { link: '<https://example.com/>; rel="canonical"' },
    },
    'pass',
  ],
  ['fails an address without a scheme', { head: '<link rel="canonical" href="//example.com/">' }, 'fail', /relative/],
  ['warns where only the scheme differs', { head: '<link rel="canonical" href="http://example.com/">' }, 'warn'],
  [
    'does not join a relative one to a base',
    { head: '<base href="https://example.com/"><link rel="canonical" href="./">' },
    'fail',
  ],
  ['fails a relative one in the header', { headers: { link: '</>; rel=canonical' } }, 'fail', /relative/],
  [
    'does not count one in a template or without scripts',
    {
      head: '<template><link rel="canonical" href="/x"></template><noscript><link rel="canonical" href="/y"></noscript>',
    },
    'warn',
    /no canonical/,
  ],
])
