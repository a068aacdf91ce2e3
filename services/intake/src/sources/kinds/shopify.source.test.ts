import '@shopify/shopify-api/adapters/node'
import { createSHA256HMAC } from '@shopify/shopify-api/runtime'
import { recorded, withFields } from '../../../test/given-delivery.ts'
import { specifySource } from '../../../test/specify-source.ts'
import shopify from './shopify.source.ts'

const created = recorded('shopify/products.create.with-headers.json')
const collection = recorded('shopify/collections.update.with-headers.json')
const listing = recorded('shopify/product_listings.add.with-headers.json')
const headers = (topic: string) => ({ 'X-Shopify-Topic': topic })
const updated = (changes: Parameters<typeof withFields>[1]) => ({
  headers: headers('products/update'),
  body: withFields(created.body, changes),
})
const url = 'https://example.com/products/example-t-shirt'
const { 'x-shopify-hmac-sha256': _signature, ...unsigned } = created.headers

specifySource(
  shopify,
  {
    publish: [
      [
        { headers: unsigned, body: created.body },
        { verdict: 'urls', event: 'products/create', urls: [`update ${url}`] },
      ],
      [
        collection,
        {
          verdict: 'urls',
          event: 'collections/update',
          urls: ['update https://example.com/collections/mynewcollection'],
        },
      ],
      [listing, { verdict: 'urls', urls: [`update ${url}`] }],
      [
        updated({ handle: 'café crème' }),
        { verdict: 'urls', urls: ['update https://example.com/products/caf%C3%A9%20cr%C3%A8me'] },
      ],
    ],
    draft: [
      [updated({ status: 'draft' }), { verdict: 'ignored', reason: 'status is draft' }],
      [updated({ status: 'archived' }), { verdict: 'ignored', reason: 'status is archived' }],
      [updated({ published_at: null }), { verdict: 'ignored', reason: 'published_at is empty' }],
      [
        { ...collection, body: withFields(collection.body, { published_at: null }) },
        { verdict: 'ignored', reason: 'published_at is empty' },
      ],
    ],
    rename: [
      { ...updated({ handle: 'new' }), after: [created] },
      { verdict: 'urls', urls: [`delete ${url}`, 'update https://example.com/products/new'] },
    ],
    unpublish: [
      { ...updated({ status: 'archived' }), after: [created] },
      { verdict: 'urls', urls: [`delete ${url}`] },
    ],
    delete: [
      [
        { headers: headers('products/delete'), body: { id: created.body['id'] }, after: [created] },
        { verdict: 'urls', urls: [`delete ${url}`] },
      ],
      [
        { headers: headers('products/delete'), body: { id: 5 }, after: [created] },
        { verdict: 'unmapped', reason: 'id never seen' },
      ],
      [
        { headers: headers('collections/delete'), body: { id: created.body['id'] }, after: [created] },
        { verdict: 'unmapped', reason: 'id never seen' },
      ],
    ],
    ping: 'Shopify marks a test by X-Shopify-Test; it is read as what it stands for',
    unknownEvent: [
      [
        recorded('shopify/themes.publish.with-headers.json'),
        { verdict: 'ignored', reason: 'themes/publish names no page' },
      ],
      [
        { headers: headers('product_listings/remove'), body: { product_listing: { product_id: 1 } } },
        { verdict: 'ignored' },
      ],
    ],
    missingField: [
      [updated({ handle: undefined }), { verdict: 'unmapped', missing: ['handle'] }],
      [
        updated({ status: undefined, published_at: undefined }),
        { verdict: 'unmapped', missing: ['status', 'published_at'] },
      ],
      [
        { headers: headers('products/delete'), body: {} },
        { verdict: 'unmapped', missing: ['id'] },
      ],
      [{ body: created.body }, { verdict: 'unmapped', missing: ['X-Shopify-Topic'] }],
    ],
    otherHost: [
      { ...created, rules: [{ url: 'https://shop.myshopify.com/products/{handle}' }] },
      { verdict: 'ignored', reason: 'url of another host' },
    ],
    more: {
      'a handle that leaves its folder': [
        updated({ handle: '../../admin' }),
        { verdict: 'unmapped', reason: 'a path with . or ..' },
      ],
      'an encoded handle that leaves its folder': [
        updated({ handle: '%2e%2E/admin' }),
        { verdict: 'unmapped', reason: 'a path with . or ..' },
      ],
      'a handle with a query': [
        updated({ handle: 'a?b#c' }),
        { verdict: 'urls', urls: ['update https://example.com/products/a%3Fb%23c'] },
      ],
      'ids beyond 2^53': [
        {
          headers: headers('products/delete'),
          body: '{"id":9007199254740995}',
          after: [
            {
              headers: headers('products/update'),
              body: '{"id":9007199254740993,"handle":"a","status":"active","published_at":"x"}',
            },
          ],
        },
        { verdict: 'unmapped', reason: 'id never seen' },
      ],
    },
  },
  { sign: async ({ body }, secret) => ({ 'X-Shopify-Hmac-Sha256': await createSHA256HMAC(secret, body) }) },
)
