import { bodySignature } from '../signatures/hmac-signature.ts'
import { defineSource, ignored, page, unknown, unmapped } from '../source.ts'

const resources = ['products', 'collections', 'product_listings', 'collection_listings']

export default defineSource({
  kind: 'shopify',
  title: 'Shopify',
  sends:
    'Products and collections with their handle. The host that Shopify names is the one of the admin, never the ' +
    'public one.',
  setUp: [
    'Open Settings, Notifications, Webhooks, Create webhook.',
    'Add one each for Product creation, Product update, Product deletion, Collection creation, Collection ' +
      'update and Collection deletion. Format: JSON. URL: the address of this source.',
    'The secret is at the end of that page: "Your webhooks will be signed with …".',
    'If the shop is at www, write `https://www.{project}/…` in the rules.',
  ],
  secret: 'signs',
  signed: '`X-Shopify-Hmac-Sha256: <base64 HMAC-SHA256 of the body>`.',
  results: [
    ['`products/create`, `products/update` of an active product that is published', '`/products/{handle}`'],
    ['`collections/create`, `collections/update` of a published collection', '`/collections/{handle}`'],
    [
      'the same of a draft, archived or unpublished one',
      'the URL as deleted if it was public before, otherwise ignored',
    ],
    ['another handle than before', 'the old URL as deleted, the new one'],
    ['`products/delete`, `collections/delete`', 'the remembered URL as deleted'],
    [
      '`product_listings/add`, `/update` and those of collections',
      'the URL of the product or collection; `/remove` is ignored, because it is about one sales channel',
    ],
    ['other topics', 'ignored, unless a rule names the topic'],
  ],
  format: 'json',
  rules: [
    {
      when: { topic: 'products/*' },
      url: 'https://{project}/products/{handle}',
      id: 'products/{id}',
      publish_if: { status: 'active', published_at: '*' },
    },
    {
      when: { topic: 'collections/*' },
      url: 'https://{project}/collections/{handle}',
      id: 'collections/{id}',
      publish_if: { published_at: '*' },
    },
    {
      when: { topic: 'product_listings/*' },
      url: 'https://{project}/products/{product_listing.handle}',
      id: 'products/{product_listing.product_id}',
      publish_if: { 'product_listing.published_at': '*' },
    },
    {
      when: { topic: 'collection_listings/*' },
      url: 'https://{project}/collections/{collection_listing.handle}',
      id: 'collections/{collection_listing.collection_id}',
      publish_if: { 'collection_listing.published_at': '*' },
    },
  ],
  sample: {
    headers: { 'X-Shopify-Topic': 'products/update' },
    body: { id: 7, handle: 'lamp', status: 'active', published_at: '2026-11-01T10:00:00Z' },
  },
  verify: bodySignature({ header: 'x-shopify-hmac-sha256', encoding: 'base64' }),
  eventOf: (headers) => headers.get('x-shopify-topic')?.toLowerCase() ?? null,
  deliveryId: ({ headers }) => headers.get('x-shopify-webhook-id') ?? headers.get('x-shopify-event-id'),

  read({ event }) {
    if (event === null) return unmapped(['X-Shopify-Topic'])
    const [resource = '', verb = ''] = event.split('/')
    if (!resources.includes(resource)) return unknown(event)
    if (verb === 'remove') return ignored(`${event} is about one sales channel`)
    return page({ action: verb === 'delete' ? 'delete' : 'update' })
  },
})
