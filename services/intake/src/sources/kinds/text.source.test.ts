import { bearer } from '../../../test/sign-delivery.ts'
import { specifySource } from '../../../test/specify-source.ts'
import text from './text.source.ts'

const none = 'the sender names URLs and no events'

specifySource(
  text,
  {
    publish: [
      [
        { body: 'https://example.com/a\r\n\n# a comment\n  https://example.com/b  ' },
        { verdict: 'urls', urls: ['update https://example.com/a', 'update https://example.com/b'] },
      ],
      [{ body: '\uFEFFhttps://example.com/a' }, { verdict: 'urls', urls: ['update https://example.com/a'] }],
    ],
    delete: [
      { body: 'delete https://example.com/a\nDELETE\thttps://example.com/b' },
      { verdict: 'urls', urls: ['delete https://example.com/a', 'delete https://example.com/b'] },
    ],
    missingField: [
      [{ body: '\n# nothing\n' }, { verdict: 'unmapped', missing: ['urls'], reason: 'the body has no line' }],
      [{ body: 'no url' }, { verdict: 'unmapped', reason: 'the url is refused: not an absolute URL' }],
    ],
    otherHost: [{ body: 'https://example.org/' }, { verdict: 'ignored', reason: 'url of another host' }],
    draft: none,
    rename: none,
    unpublish: none,
    ping: none,
    unknownEvent: none,
  },
  bearer,
)
