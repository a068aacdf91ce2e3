import { specifyCheck } from '../../test/specify-check.ts'
import redirects from './redirects.check.ts'

specifyCheck(redirects, [
  ['passes without', { redirects: [] }, 'pass'],
  ['passes one to https', { redirects: [{ from: 'http://a.com/', to: 'https://a.com/', status: 301 }] }, 'pass'],
  ['warns of one to elsewhere', { redirects: [{ from: 'https://a.com/', to: 'https://b.com/', status: 301 }] }, 'warn'],
  [
    'warns of two',
    {
      redirects: [
        { from: 'http://a.com/', to: 'https://a.com/', status: 301 },
        { from: 'https://a.com/', to: 'https://a.com/b', status: 301 },
      ],
    },
    'warn',
  ],
  [
    'fails three',
    {
      redirects: [
        { from: 'https://a.com/', to: 'https://a.com/1', status: 301 },
        { from: 'https://a.com/1', to: 'https://a.com/2', status: 301 },
        { from: 'https://a.com/2', to: 'https://a.com/3', status: 301 },
      ],
    },
    'fail',
    /three/,
  ],
  [
    'fails a downgrade',
    { redirects: [{ from: 'https://a.com/', to: 'http://a.com/', status: 301 }] },
    'fail',
    /from https/,
  ],
  ['does not apply to a recording', {}, 'not_applicable'],
  [
    'passes one to https and www',
    { redirects: [{ from: 'http://a.com/', to: 'HTTPS://www.a.com', status: 301 }] },
    'pass',
  ],
  [
    'fails a downgrade on the way',
    {
      redirects: [
        { from: 'https://a.com/', to: 'HTTP://a.com/', status: 301 },
        { from: 'http://a.com/', to: 'https://a.com/b', status: 301 },
      ],
    },
    'fail',
    /from https/,
  ],
])
