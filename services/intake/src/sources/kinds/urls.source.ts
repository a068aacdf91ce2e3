import { readListedUrls } from '../listed-urls.ts'
import { bearerSecret } from '../signatures/bearer-secret.ts'
import { defineSource, unmapped } from '../source.ts'

export default defineSource({
  kind: 'urls',
  title: 'A list of URLs (JSON)',
  sends: 'URLs as JSON, from a script or a flow that you control.',
  setUp: [
    'Send `POST` with `Content-Type: application/json` and `{"urls":["https://example.com/a"]}`.',
    'For pages that are gone add `"action":"delete"`, for all or as `{"url":"…","action":"delete"}` for one.',
  ],
  secret: 'sends',
  signed: 'Nothing. A secret is expected as `Authorization: Bearer <secret>` or in the header `X-Webhook-Secret`.',
  results: [
    ['`{"urls":[…]}`, `{"url":"…"}` or a list', 'these URLs'],
    ['a URL of another host', 'ignored, with the number of URLs that were left out'],
  ],
  format: 'json',
  rules: [],
  sample: {
    body: { urls: ['https://{project}/hello'] },
  },
  verify: bearerSecret,
  eventOf: () => null,
  deliveryId: ({ headers }) => headers.get('idempotency-key'),
  read: ({ body }) => readListedUrls(body) ?? unmapped(['urls']),
})
