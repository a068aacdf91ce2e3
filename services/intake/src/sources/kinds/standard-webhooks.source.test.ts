import { Webhook } from 'standardwebhooks'
import { withFields } from '../../../test/given-delivery.ts'
import { specifySource } from '../../../test/specify-source.ts'
import standard from './standard-webhooks.source.ts'

const body = {
  type: 'article.published',
  timestamp: '2026-11-25T12:00:00Z',
  data: { id: 'a1', url: 'https://example.com/a' },
}
const headers = { 'webhook-id': 'msg_1' }
const secrets: [string, string] = [
  `whsec_${Buffer.from('a first secret of 24 byt').toString('base64')}`,
  `whsec_${Buffer.from('another secret of 24 byt').toString('base64')}`,
]

specifySource(
  standard,
  {
    publish: [
      [
        { headers, body },
        { verdict: 'urls', event: 'article.published', urls: ['update https://example.com/a'] },
      ],
      [
        { headers, body: { type: 'pages', urls: ['https://example.com/b'] } },
        { verdict: 'urls', urls: ['update https://example.com/b'] },
      ],
    ],
    rename: [
      { body: withFields(body, { 'data.url': 'https://example.com/b' }), after: [{ body }] },
      { verdict: 'urls', urls: ['delete https://example.com/a', 'update https://example.com/b'] },
    ],
    unpublish: [
      { body: withFields(body, { type: 'article.unpublished' }) },
      { verdict: 'urls', urls: ['delete https://example.com/a'] },
    ],
    delete: [
      [
        { body: { type: 'article.deleted', data: { id: 'a1' } }, after: [{ body }] },
        { verdict: 'urls', urls: ['delete https://example.com/a'] },
      ],
      [
        { body: { type: 'article.deleted', data: { id: 'a2' } }, after: [{ body }] },
        { verdict: 'unmapped', reason: 'id never seen' },
      ],
    ],
    draft: [
      {
        body: withFields(body, { 'data.status': 'draft' }),
        rules: [{ url: '{data.url}', publish_if: { 'data.status': 'live' } }],
      },
      { verdict: 'ignored', reason: 'data.status is draft' },
    ],
    ping: [{ body: { type: 'ping' } }, { verdict: 'ignored' }],
    unknownEvent: [
      { body, rules: [{ when: { event: 'page.*' }, url: '{data.url}' }] },
      { verdict: 'ignored', reason: 'no rule matches article.published' },
    ],
    missingField: [
      { body: withFields(body, { 'data.url': undefined }) },
      { verdict: 'unmapped', missing: ['data.url'] },
    ],
    otherHost: [
      { body: withFields(body, { 'data.url': 'https://example.org/' }) },
      { verdict: 'ignored', reason: 'url of another host' },
    ],
  },
  {
    isTimed: true,
    secrets,
    sign: ({ headers: sent, body: text }, secret, at) => ({
      'webhook-id': sent['webhook-id'] ?? 'msg_0',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      // Several signatures: the sender is in a rotation itself.
      'webhook-signature': `v1,AAAA ${new Webhook(secret).sign(sent['webhook-id'] ?? 'msg_0', at, text)} v1a,BBBB`,
    }),
  },
)
