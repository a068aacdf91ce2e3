import { readListedUrls } from '../listed-urls.ts'
import { bearerSecret } from '../signatures/bearer-secret.ts'
import { defineSource, unmapped } from '../source.ts'

export default defineSource({
  kind: 'form',
  title: 'A form',
  sends: 'Fields of a form, as `curl -d` and many plug-ins send them.',
  setUp: [
    'Send `url=…`, repeated for several URLs, or `urls=` with one URL a line.',
    'For pages that are gone add `action=delete`.',
  ],
  secret: 'sends',
  signed: 'Nothing. A secret is expected as `Authorization: Bearer <secret>` or in the header `X-Webhook-Secret`.',
  results: [['`url` or `urls`', 'these URLs']],
  format: 'form',
  rules: [],
  sample: {
    body: 'url=https://{project}/hello',
  },
  verify: bearerSecret,
  eventOf: () => null,
  deliveryId: ({ headers }) => headers.get('idempotency-key'),
  read: ({ body }) => readListedUrls(body) ?? unmapped(['url']),
})
