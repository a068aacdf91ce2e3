import { withFields } from '../../../test/given-delivery.ts'
import { bearer } from '../../../test/sign-delivery.ts'
import { specifySource } from '../../../test/specify-source.ts'
import wordpress from './wordpress.source.ts'

const url = 'https://example.com/winter-offers/'
const body = {
  event_type: 'post.updated',
  idempotency_key: 'k1',
  post: { id: 42, title: 'Winter offers', status: 'publish', slug: 'winter-offers', type: 'post', permalink: url },
}
const headers = { 'X-WordPress-Webhook': 'post-upsert' }
/** What the plug-in of Pagebell sends. */
const changed = {
  event: 'pages.changed',
  idempotency_key: 'k2',
  urls: [
    { url: 'https://example.com/hello/', action: 'delete' },
    { url, action: 'update' },
  ],
}
const draft = withFields(body, { 'post.status': 'draft', 'post.permalink': 'https://example.com/?p=42' })

specifySource(
  wordpress,
  {
    publish: [
      [
        { headers, body },
        { verdict: 'urls', event: 'post.updated', urls: [`update ${url}`] },
      ],
      [
        { body: { post_id: 42, post_status: 'publish', post_permalink: url } },
        { verdict: 'urls', urls: [`update ${url}`] },
      ],
      [
        { body: { hook: 'post_published', data: { ID: 42, permalink: url } } },
        { verdict: 'urls', urls: [`update ${url}`] },
      ],
      [
        { body: { ...changed, urls: [{ url, action: 'update' }] } },
        { verdict: 'urls', event: 'pages.changed', urls: [`update ${url}`] },
      ],
      [
        { body, rules: [{ url: 'https://www.{project}/news/{post.slug}' }] },
        { verdict: 'urls', urls: ['update https://www.example.com/news/winter-offers'] },
      ],
    ],
    draft: [
      [
        { headers, body: draft },
        { verdict: 'ignored', reason: 'status is draft' },
      ],
      [
        { headers, body: withFields(body, { 'post.type': 'revision' }) },
        { verdict: 'ignored', reason: 'revision has no page' },
      ],
    ],
    rename: [
      [{ body: changed }, { verdict: 'urls', urls: ['delete https://example.com/hello/', `update ${url}`] }],
      [
        { body: withFields(body, { 'post.permalink': 'https://example.com/new/' }), after: [{ body }] },
        { verdict: 'urls', urls: [`delete ${url}`, 'update https://example.com/new/'] },
      ],
      [
        { body: withFields(body, { 'post.permalink': 'https://example.com/new/', 'post.old_permalink': url }) },
        { verdict: 'urls', urls: [`delete ${url}`, 'update https://example.com/new/'] },
      ],
      [
        { body: withFields(body, { 'post.old_permalink': 'https://example.org/' }) },
        { verdict: 'urls', urls: [`update ${url}`] },
      ],
    ],
    unpublish: [
      { body: draft, after: [{ body }] },
      { verdict: 'urls', urls: [`delete ${url}`] },
    ],
    delete: [
      [
        { body: { event_type: 'post.deleted', post: { id: 42 } }, after: [{ body }] },
        { verdict: 'urls', urls: [`delete ${url}`] },
      ],
      [
        { body: { event_type: 'post.deleted', post: { id: 43 } }, after: [{ body }] },
        { verdict: 'unmapped', reason: 'id never seen' },
      ],
      [
        {
          body: {
            event_type: 'post_trashed',
            post: { id: 42, permalink: 'https://example.com/winter-offers__trashed/' },
          },
        },
        { verdict: 'urls', urls: [`delete ${url}`] },
      ],
      // As WordPress 6.1 has them: a draft, and what is deleted from the trash, have the plain link and no public page.
      [
        { body: { event: 'post_deleted', post: { id: 9, status: 'draft', permalink: 'https://example.com/?p=9' } } },
        { verdict: 'ignored', reason: 'status was draft' },
      ],
      [
        {
          body: { event: 'post_deleted', post: { id: 42, status: 'trash', permalink: 'https://example.com/?p=42' } },
          after: [
            { body },
            { body: withFields(body, { 'post.status': 'trash', 'post.permalink': 'https://example.com/?p=42' }) },
          ],
        },
        { verdict: 'ignored', reason: 'status was trash' },
      ],
      [
        { body: { event: 'post_deleted', post: { id: 7, status: 'publish', permalink: 'https://example.com/?p=7' } } },
        { verdict: 'urls', urls: ['delete https://example.com/?p=7'] },
      ],
    ],
    ping: [{ body: { event: 'webhook_test' } }, { verdict: 'ignored', reason: 'a test by the sender' }],
    unknownEvent: [
      { body: { event: 'user_register', user_id: 3 } },
      { verdict: 'ignored', reason: 'user_register names no page' },
    ],
    missingField: [
      [{ body: withFields(body, { 'post.permalink': undefined }) }, { verdict: 'unmapped', missing: ['permalink'] }],
      [{ body: withFields(body, { 'post.status': undefined }) }, { verdict: 'unmapped', missing: ['status'] }],
    ],
    otherHost: [
      { body: withFields(body, { 'post.permalink': 'https://staging.example.org/' }) },
      { verdict: 'ignored', reason: 'url of another host' },
    ],
  },
  bearer,
)
