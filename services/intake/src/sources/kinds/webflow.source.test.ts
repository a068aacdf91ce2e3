import { createHmac } from 'node:crypto'
import { expect, it } from '@jest/globals'
import { fixture, type GivenDelivery, withFields } from '../../../test/given-delivery.ts'
import { type ExpectedResult, specifySource } from '../../../test/specify-source.ts'
import { maxPages } from '../source.ts'
import { sourceHeaders } from '../source-request.ts'
import webflow from './webflow.source.ts'

const published = '2026-11-01T10:00:00.000Z'
const version1 = fixture('webflow/collection_item_created.json')
const item = (event: string, slug = 'winter', changes = {}) => ({
  triggerType: event,
  payload: {
    id: 'i1',
    siteId: 's1',
    collectionId: 'c1',
    isDraft: false,
    isArchived: false,
    fieldData: { name: 'Winter', slug },
    ...changes,
  },
})
const sitePage = (event: string, path = '/about') => ({
  triggerType: event,
  payload: { siteId: 's1', pageId: 'p1', pageTitle: 'About', publishedPath: path },
})
const changed = { body: item('collection_item_changed') }
const byCollection = [
  { when: { 'payload.collectionId': 'c1' }, url: '/blog/{payload.fieldData.slug}', id: '{payload.id}' },
]

specifySource(
  webflow,
  {
    publish: [
      [changed, { verdict: 'urls', event: 'collection_item_changed', urls: ['update https://example.com/winter'] }],
      [{ body: version1 }, { verdict: 'urls', urls: ['update https://example.com/new-blog-post-title'] }],
      [{ body: sitePage('page_created') }, { verdict: 'urls', urls: ['update https://example.com/about'] }],
      [
        { body: { triggerType: 'site_publish', payload: { siteId: 's1', domains: ['example.com'] } } },
        { verdict: 'scan', reason: 'site_publish' },
      ],
      [
        {
          body: {
            triggerType: 'collection_item_published',
            payload: { items: [item('', 'a').payload, item('', 'b', { id: 'i2' }).payload] },
          },
          rules: byCollection,
        },
        { verdict: 'urls', urls: ['update https://example.com/blog/a', 'update https://example.com/blog/b'] },
      ],
    ],
    draft: [
      [
        { body: withFields(sitePage('page_created'), { 'payload.publishedPath': null }) },
        { verdict: 'ignored', reason: 'the page is not published' },
      ],
      [
        { body: item('collection_item_changed', 'x', { isDraft: true }) },
        { verdict: 'ignored', reason: 'the item is a draft' },
      ],
      [
        { body: item('collection_item_created', 'x', { isArchived: true }) },
        { verdict: 'ignored', reason: 'the item is archived' },
      ],
      [
        { body: withFields(version1, { 'payload._draft': true }) },
        { verdict: 'ignored', reason: 'the item is a draft' },
      ],
      [
        { body: item('collection_item_changed', 'x', { isDraft: true, lastPublished: published }), after: [changed] },
        { verdict: 'ignored', reason: 'the item is a draft' },
      ],
      [
        { body: item('collection_item_changed', 'x', { lastPublished: null }), after: [changed] },
        { verdict: 'ignored', reason: 'the item is queued to be published' },
      ],
      [
        { body: item('collection_item_created', 'x', { lastPublished: null }) },
        { verdict: 'ignored', reason: 'the item is queued to be published' },
      ],
    ],
    rename: [
      [
        { body: item('collection_item_changed', 'new'), after: [changed] },
        { verdict: 'urls', urls: ['delete https://example.com/winter', 'update https://example.com/new'] },
      ],
      [
        { body: sitePage('page_metadata_updated', '/us'), after: [{ body: sitePage('page_created') }] },
        { verdict: 'urls', urls: ['delete https://example.com/about', 'update https://example.com/us'] },
      ],
    ],
    unpublish: [
      [
        {
          body: { triggerType: 'collection_item_unpublished', payload: { id: 'i1', collectionId: 'c1' } },
          after: [changed],
        },
        { verdict: 'urls', urls: ['delete https://example.com/winter'] },
      ],
      ...[
        { isArchived: true, isDraft: true, lastPublished: published },
        { isDraft: true, lastPublished: null },
      ].map((changes): [GivenDelivery, ExpectedResult] => [
        { body: item('collection_item_changed', 'winter', changes), after: [changed] },
        { verdict: 'urls', urls: ['delete https://example.com/winter'] },
      ]),
    ],
    delete: [
      [
        { body: { triggerType: 'collection_item_deleted', payload: { id: 'i1' } }, after: [changed] },
        { verdict: 'urls', urls: ['delete https://example.com/winter'] },
      ],
      [
        { body: { triggerType: 'collection_item_deleted', payload: { itemId: 'i1', deleted: 1 } }, after: [changed] },
        { verdict: 'urls', urls: ['delete https://example.com/winter'] },
      ],
      [
        { body: { triggerType: 'collection_item_deleted', payload: { id: 'i9' } } },
        { verdict: 'unmapped', reason: 'id never seen' },
      ],
      [{ body: sitePage('page_deleted') }, { verdict: 'urls', urls: ['delete https://example.com/about'] }],
    ],
    ping: 'Webflow sends no ping',
    unknownEvent: [
      { body: { triggerType: 'form_submission', payload: {} } },
      { verdict: 'ignored', reason: 'form_submission names no page' },
    ],
    missingField: [
      [{ body: item('collection_item_changed', '') }, { verdict: 'unmapped', missing: ['payload.fieldData.slug'] }],
      [
        { body: withFields(sitePage('page_created'), { 'payload.publishedPath': undefined }) },
        { verdict: 'unmapped', missing: ['payload.publishedPath'] },
      ],
      [{ body: { payload: {} } }, { verdict: 'unmapped', missing: ['triggerType'] }],
    ],
    otherHost: [
      { ...changed, rules: [{ url: 'https://example.org/{payload.fieldData.slug}' }] },
      { verdict: 'ignored', reason: 'url of another host' },
    ],
  },
  {
    isTimed: true,
    sign: ({ body }, secret, at) => ({
      'x-webflow-timestamp': String(at.getTime()),
      'x-webflow-signature': createHmac('sha256', secret).update(`${at.getTime()}:${body}`).digest('hex'),
    }),
  },
)

it.each(['collection_item_published', 'collection_item_deleted'])(
  'each item of %s is read without a copy of the body, and no more of them than show that they are too many',
  (event) => {
    const items = Array.from({ length: maxPages + 500 }, (_, id) => ({ id }))
    const body = { triggerType: event, site: 'x', payload: { items, more: 'x' } }
    const reading = webflow.read({ headers: sourceHeaders([]), body, event }, [])
    expect(reading).toMatchObject({ type: 'pages', changes: { length: maxPages + 1 } })
    const fields = 'changes' in reading ? reading.changes.map((change) => change.fields) : []
    expect(fields).toEqual(items.slice(0, maxPages + 1).map((payload) => ({ triggerType: event, payload })))
  },
)
