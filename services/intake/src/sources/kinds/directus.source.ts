import { actionOfEvent, isTestEvent } from '../event-words.ts'
import { textAt } from '../json-field.ts'
import { hasUrlList, readListedUrls } from '../listed-urls.ts'
import { bearerSecret } from '../signatures/bearer-secret.ts'
import { defineSource, ignored, page, unmapped } from '../source.ts'

export default defineSource({
  kind: 'directus',
  title: 'Directus',
  sends: 'The body that you write in the flow.',
  setUp: [
    'Open Settings, Flows, Create flow. Trigger: Event hook, Action (non-blocking), scope `items.create` and ' +
      '`items.update`, your collections.',
    'An update has only the fields that changed. If the slug may be missing, make one flow for each scope and add the ' +
      'operation Read data for the item: IDs is `{{$trigger.key}}` for `items.create`, and `{{$trigger.keys[0]}}` for ' +
      '`items.update`.',
    'Add the operation Webhook / Request URL: POST and the address of this source, with the header ' +
      '`Authorization: Bearer <secret>`.',
    'If Pagebell is on the same machine, change `IMPORT_IP_DENY_LIST` of Directus, which forbids it.',
    'Body: `{"urls":["https://example.com/blog/{{$trigger.payload.slug}}"]}`; for a flow of `items.delete` also ' +
      '`"action":"delete"`.',
  ],
  secret: 'sends',
  signed: 'Nothing: the secret is the token in `Authorization: Bearer <secret>`.',
  results: [
    ['`urls` or `url`', 'these URLs; as deleted with `"action":"delete"` or an event of deletion'],
    [
      'the whole trigger as the body',
      'the URL by rule, for example ' +
        '`{"when":{"collection":"posts"},"url":"https://{project}/blog/{payload.slug}","id":"{key}"}`',
    ],
  ],
  format: 'json',
  rules: [],
  sample: {
    body: { urls: ['https://{project}/blog/hello'] },
  },
  verify: bearerSecret,
  eventOf: (_headers, body) => textAt(body, 'event') ?? null,
  deliveryId: ({ headers }) => headers.get('idempotency-key'),

  read({ event, body }, rules) {
    if (isTestEvent(event)) return ignored('a test by the sender')
    const action = actionOfEvent(event)
    // Rules of the user go before a field `url`, which may be anything.
    const listed = rules.length === 0 || hasUrlList(body) ? readListedUrls(body, action) : undefined
    if (listed !== undefined) return listed
    return rules.length === 0 ? unmapped(['urls']) : page({ action })
  },
})
