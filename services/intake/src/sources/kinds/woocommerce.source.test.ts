import { fixture, recorded, withFields } from '../../../test/given-delivery.ts'
import { bodyHmac } from '../../../test/sign-delivery.ts'
import { specifySource } from '../../../test/specify-source.ts'
import woocommerce from './woocommerce.source.ts'

const product = fixture('woocommerce/product.created.json')
const url = 'https://example.com/product/premium-quality-19/'
const headers = (topic: string) => ({ 'X-WC-Webhook-Topic': topic, 'X-WC-Webhook-Delivery-ID': '1' })
const created = { headers: headers('product.created'), body: product }
const updated = (changes: Parameters<typeof withFields>[1]) => ({
  headers: headers('product.updated'),
  body: withFields(product, changes),
})

specifySource(
  woocommerce,
  {
    publish: [
      [created, { verdict: 'urls', event: 'product.created', urls: [`update ${url}`] }],
      [
        { ...recorded('woocommerce/product.created.with-headers.json'), project: 'localhost' },
        { verdict: 'urls', urls: ['update http://localhost/wordpress/product/perpemint/'] },
      ],
      [
        { headers: headers('product.restored'), body: product },
        { verdict: 'urls', urls: [`update ${url}`] },
      ],
      [{ body: product }, { verdict: 'urls', event: 'product.updated', urls: [`update ${url}`] }],
    ],
    draft: [
      [updated({ status: 'draft' }), { verdict: 'ignored', reason: 'status is draft' }],
      [updated({ catalog_visibility: 'hidden' }), { verdict: 'ignored', reason: 'catalog_visibility is hidden' }],
      [updated({ type: 'variation' }), { verdict: 'ignored', reason: 'a variation of a product' }],
    ],
    rename: [
      { ...updated({ permalink: 'https://example.com/product/new/' }), after: [created] },
      { verdict: 'urls', urls: [`delete ${url}`, 'update https://example.com/product/new/'] },
    ],
    unpublish: [
      { ...updated({ status: 'private' }), after: [created] },
      { verdict: 'urls', urls: [`delete ${url}`] },
    ],
    delete: [
      [
        { headers: headers('product.deleted'), body: { id: 794 }, after: [created] },
        { verdict: 'urls', urls: [`delete ${url}`] },
      ],
      [
        { headers: headers('product.deleted'), body: { id: 795 }, after: [created] },
        { verdict: 'unmapped', reason: 'id never seen' },
      ],
      [
        {
          headers: headers('product.deleted'),
          body: { id: 794 },
          after: [created, { headers: headers('product.deleted'), body: { id: 794 } }],
        },
        { verdict: 'unmapped', reason: 'id never seen' },
      ],
    ],
    ping: [
      [{ body: 'webhook_id=12' }, { verdict: 'ignored', reason: 'ping' }],
      [
        { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'webhook_id=12' },
        { verdict: 'ignored', reason: 'ping' },
      ],
      [{ body: { webhook_id: '12' } }, { verdict: 'ignored', reason: 'ping' }],
    ],
    unknownEvent: [
      [
        { headers: headers('order.created'), body: { id: 1 } },
        { verdict: 'ignored', reason: 'order.created names no page' },
      ],
      [{ headers: headers('coupon.deleted'), body: { id: 16 } }, { verdict: 'ignored' }],
    ],
    missingField: [
      [updated({ permalink: undefined }), { verdict: 'unmapped', missing: ['permalink'] }],
      [updated({ status: undefined }), { verdict: 'unmapped', missing: ['status'] }],
      [
        { headers: headers('product.deleted'), body: {} },
        { verdict: 'unmapped', missing: ['id'] },
      ],
      [{ body: { id: 1 } }, { verdict: 'unmapped', missing: ['X-WC-Webhook-Topic'] }],
    ],
    otherHost: [
      recorded('woocommerce/product.created.with-headers.json'),
      { verdict: 'ignored', reason: 'url of another host' },
    ],
  },
  bodyHmac('X-WC-Webhook-Signature', '', 'sha256', 'base64'),
)
