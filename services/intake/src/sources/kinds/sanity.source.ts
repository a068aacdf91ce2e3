import { actionOfEvent } from '../event-words.ts'
import { textAt } from '../json-field.ts'
import { hasUrlList, readListedUrls } from '../listed-urls.ts'
import { sanitySignature } from '../signatures/hmac-signature.ts'
import { defineSource, ignored, page, unmapped } from '../source.ts'

export default defineSource({
  kind: 'sanity',
  title: 'Sanity',
  sends: 'Whatever the projection of the webhook says.',
  setUp: [
    'Open sanity.io/manage, the project, API, Webhooks, Create webhook. URL: the address of this source.',
    'Trigger on Create, Update and Delete; leave drafts and versions off.',
    'Projection: `{_id, "urls": ["https://example.com/" + slug.current]}`. For a slug that changed: `"urls": ' +
      '[{"url": "https://example.com/" + before().slug.current, "action": "delete"}, "https://example.com/" + ' +
      'after().slug.current]`.',
    'Secret: the secret of this source.',
  ],
  secret: 'signs',
  signed: '`sanity-webhook-signature: t=<ms>,v1=<base64url HMAC-SHA256>` over `t.body`.',
  results: [
    ['`urls` or `url`', 'these URLs; as deleted if the operation is `delete`'],
    ['a body without them', 'the URL by rule, for example `{"url":"https://{project}/{slug.current}","id":"{_id}"}`'],
    ['drafts and versions', 'ignored'],
  ],
  format: 'json',
  rules: [],
  sample: {
    headers: { 'sanity-operation': 'update' },
    body: { urls: ['https://{project}/hello'] },
  },
  verify: sanitySignature,
  eventOf: (headers) => headers.get('sanity-operation') ?? null,
  deliveryId: ({ headers }) => headers.get('idempotency-key'),

  read({ headers, body, event }, rules) {
    const id = textAt(body, '_id') ?? headers.get('sanity-document-id')
    if (id?.startsWith('drafts.') === true || id?.startsWith('versions.') === true) return ignored('a draft')
    const action = actionOfEvent(event)
    // Rules of the user go before a field `url`, which may be anything.
    const listed = rules.length === 0 || hasUrlList(body) ? readListedUrls(body, action) : undefined
    if (listed !== undefined) return listed
    return rules.length === 0 ? unmapped(['urls']) : page({ action, id })
  },
})
