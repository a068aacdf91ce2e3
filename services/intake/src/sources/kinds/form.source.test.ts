import { bearer } from '../../../test/sign-delivery.ts'
import { specifySource } from '../../../test/specify-source.ts'
import form from './form.source.ts'

const none = 'the sender names URLs and no events'
const headers = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }

specifySource(
  form,
  {
    publish: [
      [
        { headers, body: 'url=https%3A%2F%2Fexample.com%2Fa&url=https%3A%2F%2Fexample.com%2Fb' },
        { verdict: 'urls', urls: ['update https://example.com/a', 'update https://example.com/b'] },
      ],
      [
        { body: 'urls=https://example.com/a%0Ahttps://example.com/b' },
        { verdict: 'urls', urls: ['update https://example.com/a', 'update https://example.com/b'] },
      ],
      [
        { headers, body: 'urls%5B%5D=https://example.com/a' },
        { verdict: 'urls', urls: ['update https://example.com/a'] },
      ],
      [
        { headers, body: { url: 'https://example.com/a' } },
        { verdict: 'urls', urls: ['update https://example.com/a'] },
      ],
    ],
    delete: [
      { headers, body: 'url=https://example.com/a&action=delete' },
      { verdict: 'urls', urls: ['delete https://example.com/a'] },
    ],
    missingField: [
      { headers, body: 'page=1' },
      { verdict: 'unmapped', missing: ['url'] },
    ],
    otherHost: [
      { headers, body: 'url=https://example.org/a' },
      { verdict: 'ignored', reason: 'url of another host' },
    ],
    draft: none,
    rename: none,
    unpublish: none,
    ping: none,
    unknownEvent: none,
  },
  bearer,
)
