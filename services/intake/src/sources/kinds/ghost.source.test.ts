import { createHmac } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { fixture, resultOf, textOfBody, withFields } from '../../../test/given-delivery.ts'
import { specifySource } from '../../../test/specify-source.ts'
import ghost from './ghost.source.ts'

const published = withFields(fixture('ghost/post.published.json'), {
  'post.current.url': 'https://example.com/test-post/',
})
const edited = (changes: Parameters<typeof withFields>[1]) =>
  withFields(withFields(published, { 'post.previous': { updated_at: 'x' } }), changes)
const deletedDraft = fixture('ghost/post.deleted.json')
const id = '64be83c424cb9a0001f49f1d'
const url = 'https://example.com/test-post/'
const deleted = withFields(deletedDraft, { 'post.previous.id': id, 'post.previous.status': 'published' })
const unpublished = edited({
  'post.current.status': 'draft',
  'post.previous.status': 'published',
  'post.current.url': 'https://example.com/p/77/',
})
const hmac = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('hex')

specifySource(
  ghost,
  {
    publish: [
      [{ body: published }, { verdict: 'urls', event: 'post.published', urls: [`update ${url}`] }],
      [{ body: edited({}) }, { verdict: 'urls', event: 'post.published.edited', urls: [`update ${url}`] }],
      [
        { body: { page: published['post'] ?? null } },
        { verdict: 'urls', event: 'page.published', urls: [`update ${url}`] },
      ],
      [
        {
          body: {
            tag: { current: { id: '1', visibility: 'public', url: 'https://example.com/tag/news/' }, previous: {} },
          },
        },
        { verdict: 'urls', event: 'tag.added', urls: ['update https://example.com/tag/news/'] },
      ],
      [
        { body: published, rules: [{ url: '/{post.current.slug}', id: '{post.current.id}' }] },
        { verdict: 'urls', urls: ['update https://example.com/test-post'] },
      ],
    ],
    draft: [
      [
        { body: edited({ 'post.current.status': 'draft' }) },
        { verdict: 'ignored', event: 'post.edited', reason: 'status is draft' },
      ],
      [
        { body: edited({ 'post.current.status': 'scheduled' }) },
        { verdict: 'ignored', event: 'post.scheduled', reason: 'status is scheduled' },
      ],
      [{ body: edited({ 'post.current.status': 'sent' }) }, { verdict: 'ignored', reason: 'status is sent' }],
      [
        { body: edited({ 'post.current.url': 'https://example.com/404/' }) },
        { verdict: 'ignored', reason: 'the post has no page yet' },
      ],
      [{ body: deletedDraft }, { verdict: 'ignored', event: 'post.deleted', reason: 'status was draft' }],
    ],
    rename: [
      [
        {
          body: edited({
            'post.current.slug': 'new',
            'post.current.url': 'https://example.com/new/',
            'post.previous.slug': 'test-post',
          }),
        },
        { verdict: 'urls', urls: [`delete ${url}`, 'update https://example.com/new/'] },
      ],
      [
        {
          body: edited({
            'post.current.url': 'https://example.com/new/',
            'post.previous.url': 'https://example.com/old/',
          }),
          after: [{ body: published }],
        },
        {
          verdict: 'urls',
          urls: [`delete ${url}`, 'delete https://example.com/old/', 'update https://example.com/new/'],
        },
      ],
      [{ body: edited({ 'post.previous.url': 'https://example.org/' }) }, { verdict: 'urls', urls: [`update ${url}`] }],
    ],
    unpublish: [
      [
        { body: unpublished, after: [{ body: published }] },
        { verdict: 'urls', event: 'post.unpublished', urls: [`delete ${url}`] },
      ],
      [{ body: unpublished }, { verdict: 'unmapped', reason: 'id never seen' }],
    ],
    delete: [
      [
        { body: deleted, after: [{ body: published }] },
        { verdict: 'urls', urls: [`delete ${url}`] },
      ],
      [{ body: deleted }, { verdict: 'unmapped', reason: 'id never seen' }],
      [
        { body: withFields(deleted, { 'post.previous.status': 'draft' }), after: [{ body: published }] },
        { verdict: 'urls', urls: [`delete ${url}`] },
      ],
    ],
    ping: 'Ghost sends no ping',
    unknownEvent: [
      [
        { body: { member: { current: { id: '1' }, previous: {} } } },
        { verdict: 'ignored', reason: 'member.edited names no page' },
      ],
      [{ body: {} }, { verdict: 'scan', event: 'site.changed' }],
    ],
    missingField: [
      [{ body: edited({ 'post.current.url': undefined }) }, { verdict: 'unmapped', missing: ['post.current.url'] }],
      [
        { body: edited({ 'post.current.status': undefined }) },
        { verdict: 'unmapped', missing: ['post.current.status'] },
      ],
      [{ body: withFields(deleted, { 'post.previous.id': undefined }) }, { verdict: 'unmapped', missing: ['id'] }],
      [{ body: { a: 1 } }, { verdict: 'unmapped', missing: ['post.current'] }],
    ],
    otherHost: [{ body: fixture('ghost/post.published.json') }, { verdict: 'ignored', reason: 'url of another host' }],
  },
  {
    isTimed: true,
    sign: ({ body }, secret, at) => ({
      'X-Ghost-Signature': `sha256=${hmac(secret, `${body}${at.getTime()}`)}, t=${at.getTime()}`,
    }),
  },
)

describe('a signature of an older Ghost', () => {
  const body = textOfBody(published)
  const at = Date.parse('2026-11-25T12:00:00Z')
  const verdictOf = (signature: string) =>
    resultOf(ghost, { headers: { 'X-Ghost-Signature': signature }, body }, ['s']).verdict

  it.each([
    ['over the body, with a time', `sha256=${hmac('s', body)}, t=${at}`, 'urls'],
    ['over the body, without a time', `sha256=${hmac('s', body)}`, 'urls'],
    ['over the body, with an old time', `sha256=${hmac('s', body)}, t=${at - 301_000}`, 'unauthorized'],
    ['over another body', `sha256=${hmac('s', `${body} `)}`, 'unauthorized'],
    ['with another secret', `sha256=${hmac('t', body)}, t=${at}`, 'unauthorized'],
  ])('%s', (_name, signature, verdict) => {
    expect(verdictOf(signature).replace('ignored', 'urls')).toBe(verdict)
  })
})
