import { bearer } from '../../../test/sign-delivery.ts'
import { specifySource } from '../../../test/specify-source.ts'
import directus from './directus.source.ts'

const rules = [
  {
    when: { collection: 'posts' },
    url: 'https://{project}/blog/{payload.slug}',
    id: '{key}',
    publish_if: { 'payload.status': 'published' },
  },
]
const created = (status: string, slug = 'a') => ({
  event: 'posts.items.create',
  collection: 'posts',
  key: 3,
  payload: { slug, status },
})
const url = 'https://example.com/blog/a'

specifySource(
  directus,
  {
    publish: [
      [{ body: { urls: [url] } }, { verdict: 'urls', urls: [`update ${url}`] }],
      [
        { body: created('published'), rules },
        { verdict: 'urls', event: 'posts.items.create', urls: [`update ${url}`] },
      ],
    ],
    draft: [
      { body: created('draft'), rules },
      { verdict: 'ignored', reason: 'payload.status is draft' },
    ],
    rename: [
      { body: created('published', 'b'), rules, after: [{ body: created('published'), rules }] },
      { verdict: 'urls', urls: [`delete ${url}`, 'update https://example.com/blog/b'] },
    ],
    unpublish: [
      { body: created('archived'), rules, after: [{ body: created('published'), rules }] },
      { verdict: 'urls', urls: [`delete ${url}`] },
    ],
    delete: [
      [{ body: { urls: [url], action: 'delete' } }, { verdict: 'urls', urls: [`delete ${url}`] }],
      [
        {
          body: { event: 'posts.items.delete', collection: 'posts', key: 3 },
          rules,
          after: [{ body: created('published'), rules }],
        },
        { verdict: 'urls', urls: [`delete ${url}`] },
      ],
    ],
    ping: [{ body: { event: 'test' } }, { verdict: 'ignored' }],
    unknownEvent: [
      { body: { event: 'users.login', collection: 'users' }, rules },
      { verdict: 'ignored', reason: 'no rule matches users.login' },
    ],
    missingField: [
      [{ body: { payload: { slug: 'a' } } }, { verdict: 'unmapped', missing: ['urls'] }],
      [
        { body: { collection: 'posts', payload: { status: 'published' } }, rules },
        { verdict: 'unmapped', missing: ['payload.slug'] },
      ],
    ],
    otherHost: [{ body: { urls: ['https://example.org/'] } }, { verdict: 'ignored', reason: 'url of another host' }],
  },
  bearer,
)
