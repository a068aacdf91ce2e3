import { specifyCheck } from '../../test/specify-check.ts'
import brokenLinks from './broken_links.check.ts'

specifyCheck(brokenLinks, [
  [
    'passes where all answer',
    {
      linkSample: [
        { url: 'https://example.com/a', status: 200, failure: null },
        { url: 'https://example.com/b', status: 200, failure: null },
      ],
    },
    'pass',
  ],
  [
    'warns of 403',
    {
      linkSample: [
        { url: 'https://example.com/a', status: 200, failure: null },
        { url: 'https://example.com/b', status: 403, failure: null },
      ],
    },
    'warn',
  ],
  [
    'warns of 429',
    {
      linkSample: [
        { url: 'https://example.com/a', status: 200, failure: null },
        { url: 'https://example.com/b', status: 429, failure: null },
      ],
    },
    'warn',
  ],
  [
    'warns of a timeout',
    {
      linkSample: [
        { url: 'https://example.com/a', status: 200, failure: null },
        { url: 'https://example.com/b', status: null, failure: 'timeout' },
      ],
    },
    'warn',
  ],
  [
    'fails 404',
    {
      linkSample: [
        { url: 'https://example.com/a', status: 200, failure: null },
        { url: 'https://example.com/b', status: 404, failure: null },
      ],
    },
    'fail',
  ],
  [
    'fails 500',
    {
      linkSample: [
        { url: 'https://example.com/a', status: 200, failure: null },
        { url: 'https://example.com/b', status: 500, failure: null },
      ],
    },
    'fail',
  ],
  [
    'fails an unknown host',
    {
      linkSample: [
        { url: 'https://example.com/a', status: 200, failure: null },
        { url: 'https://example.com/b', status: null, failure: 'dns' },
      ],
    },
    'fail',
  ],
  ['does not apply without links', { linkSample: [] }, 'not_applicable'],
  [
    'warns of a status that is none, by which some sites turn robots away',
    { linkSample: [{ url: 'https://example.com/a', status: 999, failure: null }] },
    'warn',
  ],
  [
    'passes what only asks for a password',
    { linkSample: [{ url: 'https://example.com/a', status: 401, failure: null }] },
    'pass',
  ],
])
