import { actionOfEvent, isTestEvent } from '../event-words.ts'
import { firstText } from '../json-field.ts'
import { bearerSecret } from '../signatures/bearer-secret.ts'
import { defineSource, ignored, page } from '../source.ts'

const eventFields = ['event', 'type', 'eventType', 'event_type', 'topic', 'scope', 'action']

export default defineSource({
  kind: 'custom',
  title: 'Anything else',
  sends: 'Any JSON. Your rules say which field has the URL, or how it is made.',
  setUp: [
    'Write a rule with the template of the URL: `{"url":"https://{project}/news/{data.slug}","id":"{data.id}"}`.',
    'A field is named by a path with dots (`data.items.0.slug`) or by a JSON Pointer (`/data/items/0/slug`).',
    'With `"action":"scan"` the pages that changed are found by the sitemap. Azure DevOps (`eventType` is ' +
      '`git.push`) and BigCommerce (`scope` begins with `store/`) send no URL, so this is their rule.',
  ],
  secret: 'sends',
  signed:
    'Nothing. A secret is expected as `Authorization: Bearer <secret>`, as the password of Basic ' +
    'authentication, or in the header `X-Webhook-Secret`.',
  results: [
    ['an event with the word delete, remove, trash or unpublish', 'the page as deleted'],
    ['any other event', 'the page as updated'],
    ['`git.push` of Azure DevOps; pages, products and categories of BigCommerce', 'a scan'],
    ['an event with the word ping or test', 'ignored'],
  ],
  format: 'json',
  rules: [
    { when: { eventType: 'git.push' }, action: 'scan' },
    { when: { scope: ['store/product/inventory/*', 'store/channel/*/inventory/*'] }, action: 'ignore' },
    {
      when: {
        scope: [
          'store/product/*',
          'store/category/*',
          'store/channel/*/page/*',
          'store/channel/*/product/*',
          'store/channel/*/category/*',
        ],
      },
      action: 'scan',
    },
    { when: { scope: 'store/*' }, action: 'ignore' },
    { when: { publisherId: 'tfs' }, action: 'ignore' },
    { url: '{url}', id: '{id}' },
  ],
  sample: {
    body: { event: 'page.updated', id: '7', url: 'https://{project}/hello' },
  },
  verify: bearerSecret,
  eventOf: (_headers, body) => firstText(body, eventFields) ?? null,
  deliveryId: ({ headers }) => headers.get('idempotency-key'),

  read({ event }) {
    if (isTestEvent(event)) return ignored('a test by the sender')
    return page({ action: actionOfEvent(event) })
  },
})
