import { bearer } from '../../../test/sign-delivery.ts'
import { specifySource } from '../../../test/specify-source.ts'
import urls from './urls.source.ts'

const none = 'the sender names URLs and no events'

specifySource(
  urls,
  {
    publish: [
      [
        { body: { urls: ['https://example.com/a', 'https://www.example.com/b#c'] } },
        { verdict: 'urls', urls: ['update https://example.com/a', 'update https://www.example.com/b'] },
      ],
      [
        { body: ['https://example.com/a', 'https://EXAMPLE.com/a'] },
        { verdict: 'urls', urls: ['update https://example.com/a'] },
      ],
      [{ body: { url: 'http://example.com/a' } }, { verdict: 'urls', urls: ['update http://example.com/a'] }],
      [
        { body: { urls: 'https://example.com/a\nhttps://example.com/b\n' } },
        { verdict: 'urls', urls: ['update https://example.com/a', 'update https://example.com/b'] },
      ],
    ],
    delete: [
      [
        { body: { urls: ['https://example.com/a'], action: 'delete' } },
        { verdict: 'urls', urls: ['delete https://example.com/a'] },
      ],
      [
        { body: { urls: [{ url: 'https://example.com/a', action: 'delete' }, { loc: 'https://example.com/b' }] } },
        { verdict: 'urls', urls: ['delete https://example.com/a', 'update https://example.com/b'] },
      ],
    ],
    missingField: [
      [{ body: { pages: [] } }, { verdict: 'unmapped', missing: ['urls'] }],
      [
        { body: { urls: ['https://example.com/'], action: 'deleet' } },
        { verdict: 'unmapped', missing: ['action'], reason: /neither update nor delete/ },
      ],
      [{ body: { urls: ['/a'] } }, { verdict: 'unmapped', reason: 'the url is refused: not an absolute URL' }],
      [{ body: { urls: [] } }, { verdict: 'ignored', reason: 'the list of urls is empty' }],
      [{ body: { urls: [7, null, 'ftp://example.com/'] } }, { verdict: 'unmapped' }],
    ],
    otherHost: [
      [
        { body: { urls: ['https://example.org/', 'https://example.com.evil.net/', 'https://notexample.com/'] } },
        { verdict: 'ignored', reason: 'url of another host' },
      ],
      [
        { body: { urls: ['https://example.com@evil.net/', 'https://example.org/', 'https://example.com/a'] } },
        { verdict: 'urls', urls: ['update https://example.com/a'], reason: /^2 of 3 left out/ },
      ],
    ],
    draft: none,
    rename: none,
    unpublish: none,
    ping: none,
    unknownEvent: none,
    more: {
      'the most URLs': [
        { body: Array.from({ length: 10_001 }, (_, index) => `https://example.com/${index}`) },
        { verdict: 'unmapped', reason: 'more than 10000 urls' },
      ],
      'a form': [
        { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'url=https%3A%2F%2Fexample.com%2Fa' },
        { verdict: 'urls', urls: ['update https://example.com/a'] },
      ],
    },
  },
  bearer,
)
