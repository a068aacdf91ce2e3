import { fieldAt, isObject, textAt } from '../json-field.ts'
import { bodySignature } from '../signatures/hmac-signature.ts'
import { defineSource, ignored, page, unknown, unmapped } from '../source.ts'

export default defineSource({
  kind: 'woocommerce',
  title: 'WooCommerce',
  sends: 'Products with their permalink. A deleted product has only its id.',
  setUp: [
    'Open WooCommerce, Settings, Advanced, Webhooks, Add webhook.',
    'Add one each for the topics Product created, Product updated, Product deleted and Product restored.',
    'Status: Active. Delivery URL: the address of this source. Secret: the secret of this source.',
    'WooCommerce disables a webhook after five deliveries that were not answered by 2xx.',
  ],
  secret: 'signs',
  signed: '`X-WC-Webhook-Signature: <base64 HMAC-SHA256 of the body>`.',
  results: [
    [
      '`product.created`, `.updated`, `.restored` of a product that is published and not hidden from the catalogue',
      'its permalink',
    ],
    [
      'the same of a draft, private or hidden product',
      'the URL as deleted if the product was public before, otherwise ignored',
    ],
    ['`product.deleted`', 'the remembered URL as deleted'],
    ['the ping at creation (`webhook_id=…`), orders, coupons, customers', 'ignored'],
  ],
  format: 'json',
  rules: [
    {
      when: { topic: 'product.*' },
      url: '{permalink}',
      id: '{id}',
      publish_if: { status: 'publish', catalog_visibility: '!hidden' },
    },
  ],
  sample: {
    headers: { 'X-WC-Webhook-Topic': 'product.updated' },
    body: { id: 7, permalink: 'https://{project}/product/lamp/', status: 'publish', catalog_visibility: 'visible' },
  },
  verify: bodySignature({ header: 'x-wc-webhook-signature', encoding: 'base64' }),
  eventOf(headers, body) {
    const isProduct = fieldAt(body, 'permalink') !== undefined && fieldAt(body, 'catalog_visibility') !== undefined
    return headers.get('x-wc-webhook-topic') ?? (isProduct ? 'product.updated' : null)
  },
  // X-WC-Webhook-Delivery-ID is a hash of the webhook's id and of the time in whole seconds: products that are changed in
  // one second share it (get_new_delivery_id in includes/class-wc-webhook.php). The dedupe window knows true repeats.
  deliveryId: () => undefined,

  read({ event, body }) {
    if (isObject(body) && fieldAt(body, 'webhook_id') !== undefined && fieldAt(body, 'id') === undefined) {
      return ignored('ping')
    }
    if (event === null) return unmapped(['X-WC-Webhook-Topic'])
    if (!event.startsWith('product.')) return unknown(event)
    // The page of a variation is that of its product, whose own delivery follows.
    if (textAt(body, 'type') === 'variation') return ignored('a variation of a product')
    return page({ action: event === 'product.deleted' ? 'delete' : 'update', id: textAt(body, 'id') })
  },
})
