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
      head: '<link rel="canonical" href="https://example.com/fr">' + '<link rel="alternate" hreflang="fr" href="/fr">',
    },
    'fail',
    /language/,
  ],
])
