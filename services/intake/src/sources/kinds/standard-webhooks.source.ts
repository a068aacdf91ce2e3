import { actionOfEvent, isTestEvent } from '../event-words.ts'
import { firstText } from '../json-field.ts'
import { hasUrlList, readListedUrls } from '../listed-urls.ts'
import { standardHeader, standardWebhooksSignature } from '../signatures/standard-webhooks.ts'
import { defineSource, ignored, page } from '../source.ts'

export default defineSource({
  kind: 'standard-webhooks',
  title: 'Standard Webhooks',
  sends: 'Events in the form of the Standard Webhooks specification: `type`, `timestamp` and `data`.',
  setUp: [
    'Enter the secret of the endpoint, which begins with `whsec_`.',
    'Write rules for the types of events that are about pages: ' +
      '`{"when":{"event":"article.*"},"url":"https://{project}/{data.slug}"}`.',
  ],
  secret: 'signs',
  signed:
    '`webhook-signature: v1,<base64 HMAC-SHA256>` over `webhook-id`, `webhook-timestamp` and the body; several ' +
    'signatures during a rotation. The headers of Svix (`svix-id` and so on) are the same.',
  results: [
    ['a type with the word delete, remove, trash or unpublish', 'the page as deleted'],
    ['any other type', 'the page as updated'],
    ['a type with the word ping or test', 'ignored'],
  ],
  format: 'json',
  rules: [{ url: '{data.url}', id: '{data.id}' }],
  sample: {
    body: { type: 'page.updated', data: { id: '7', url: 'https://{project}/hello' } },
  },
  verify: standardWebhooksSignature,
  eventOf: (_headers, body) => firstText(body, ['type', 'event', 'event_type']) ?? null,
  deliveryId: ({ headers }) => standardHeader(headers, 'id'),

  read({ event, body }) {
    if (isTestEvent(event)) return ignored('a test by the sender')
    const action = actionOfEvent(event)
    return (hasUrlList(body) ? readListedUrls(body, action) : undefined) ?? page({ action })
  },
})
