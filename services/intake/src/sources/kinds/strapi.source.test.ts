import { withFields } from '../../../test/given-delivery.ts'
import { bearer } from '../../../test/sign-delivery.ts'
import { specifySource } from '../../../test/specify-source.ts'
import strapi from './strapi.source.ts'

/** The form of version 5. */
const published = {
  event: 'entry.publish',
  createdAt: '2026-11-25T12:00:00.000Z',
  model: 'article',
  uid: 'api::article.article',
  entry: { id: 12, documentId: 'd1', locale: 'en', slug: 'winter', publishedAt: '2026-11-25T11:59:00.000Z' },
}
const draftUpdated = withFields(published, {
  event: 'entry.update',
  'entry.id': 11,
  'entry.publishedAt': null,
  'entry.slug': 'draft',
})
/** Versions 3 and 4 have no documentId, and version 3 has published_at. */
const version4 = { event: 'entry.update', model: 'article', entry: { id: 5, slug: 'old', publishedAt: '2026-01-01' } }
const url = 'https://example.com/winter'

specifySource(
  strapi,
  {
    publish: [
      [
        { headers: { 'X-Strapi-Event': 'entry.publish' }, body: published },
        { verdict: 'urls', event: 'entry.publish', urls: [`update ${url}`] },
      ],
      [{ body: version4 }, { verdict: 'urls', urls: ['update https://example.com/old'] }],
      [
        { body: { event: 'entry.create', model: 'a', entry: { id: 1, slug: 'x', published_at: '2020' } } },
        { verdict: 'urls', urls: ['update https://example.com/x'] },
      ],
      [
        { body: published, rules: [{ when: { model: ['page', 'article'] }, url: '/articles/{entry.slug}' }] },
        { verdict: 'urls', urls: ['update https://example.com/articles/winter'] },
      ],
    ],
    draft: [
      [{ body: draftUpdated }, { verdict: 'ignored', reason: 'publishedAt is empty' }],
      // The published version stays as it was.
      [
        { body: draftUpdated, after: [{ body: published }] },
        { verdict: 'ignored', reason: 'publishedAt is empty' },
      ],
      [{ body: withFields(version4, { 'entry.publishedAt': undefined }) }, { verdict: 'ignored' }],
      [{ body: withFields(draftUpdated, { event: 'entry.delete' }) }, { verdict: 'ignored' }],
    ],
    rename: [
      { body: withFields(published, { 'entry.slug': 'summer', 'entry.id': 14 }), after: [{ body: published }] },
      { verdict: 'urls', urls: [`delete ${url}`, 'update https://example.com/summer'] },
    ],
    unpublish: [
      [
        {
          body: withFields(published, { event: 'entry.unpublish', 'entry.slug': 'draft' }),
          after: [{ body: published }],
        },
        { verdict: 'urls', urls: [`delete ${url}`] },
      ],
      [{ body: withFields(published, { event: 'entry.unpublish' }) }, { verdict: 'urls', urls: [`delete ${url}`] }],
    ],
    delete: [
      [{ body: withFields(published, { event: 'entry.delete' }) }, { verdict: 'urls', urls: [`delete ${url}`] }],
      [
        { body: withFields(published, { event: 'entry.delete', 'entry.slug': undefined }) },
        { verdict: 'unmapped', reason: 'id never seen' },
      ],
      [
        { body: withFields(draftUpdated, { event: 'entry.delete' }), after: [{ body: published }] },
        { verdict: 'urls', urls: [`delete ${url}`] },
      ],
    ],
    ping: [
      { headers: { 'X-Strapi-Event': 'trigger-test' }, body: { event: 'trigger-test', createdAt: 'x' } },
      { verdict: 'ignored', reason: 'a test by the sender' },
    ],
    unknownEvent: [
      [
        { body: { event: 'media.create', media: { url: '/a.png' } } },
        { verdict: 'ignored', reason: 'media.create names no page' },
      ],
      [{ body: { event: 'releases.publish' } }, { verdict: 'ignored' }],
    ],
    missingField: [
      [{ body: withFields(published, { 'entry.slug': undefined }) }, { verdict: 'unmapped', missing: ['entry.slug'] }],
      [{ body: withFields(published, { 'entry.slug': null }) }, { verdict: 'unmapped', missing: ['entry.slug'] }],
      [{ body: withFields(published, { entry: undefined }) }, { verdict: 'unmapped', missing: ['entry'] }],
      [{ body: { entry: {} } }, { verdict: 'unmapped', missing: ['event'] }],
    ],
    otherHost: [
      { body: published, rules: [{ url: '{entry.slug}' }] },
      { verdict: 'unmapped', reason: 'the url is refused: not an absolute URL' },
    ],
  },
  bearer,
)
