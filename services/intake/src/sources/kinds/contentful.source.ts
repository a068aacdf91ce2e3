import { textAt } from '../json-field.ts'
import { contentfulSignature } from '../signatures/contentful-signature.ts'
import { defineSource, ignored, page, unknown, unmapped } from '../source.ts'

export default defineSource({
  kind: 'contentful',
  title: 'Contentful',
  sends:
    'Entries with their fields by language, but without a URL: rules make it of the slug. An entry that is ' +
    'unpublished or deleted has only its id.',
  setUp: [
    'Open Settings, Webhooks, Add webhook. URL: POST and the address of this source.',
    'Triggers: Select specific triggering events, Entry with Publish, Unpublish and Delete.',
    'Open the tab Settings of Webhooks, enable request verification, and enter the secret as the secret of this ' +
      'source.',
    'Write a rule for each content type that has pages: ' +
      '`{"when":{"sys.contentType.sys.id":"post"},"url":"https://{project}/blog/{fields.slug|locale:en-US}"}`. ' +
      'The first rule that matches decides; a rule may have a list of URLs, one for each language.',
  ],
  secret: 'signs',
  signed:
    '`x-contentful-signature: <hex HMAC-SHA256>` over the method, the path, the headers that ' +
    '`x-contentful-signed-headers` names, and the body, with `x-contentful-timestamp`.',
  results: [
    ['`Entry.publish`', 'the URL by rule; with another slug than before, the old URL as deleted'],
    ['`Entry.unpublish`, `Entry.delete`', 'the remembered URL as deleted'],
    ['`Entry.archive`', 'the remembered URL as deleted; ignored if there is none'],
    ['`Entry.create`, `.save`, `.auto_save`; assets, content types, tasks and others', 'ignored'],
  ],
  format: 'json',
  rules: [{ when: { topic: '*.Entry.*' }, url: 'https://{project}/{fields.slug|locale}', id: '{sys.id}' }],
  sample: {
    headers: { 'X-Contentful-Topic': 'ContentManagement.Entry.publish' },
    body: {
      sys: { id: '5KsDBWseXY6QegucYAoacS', contentType: { sys: { id: 'post' } } },
      fields: { slug: { 'en-US': 'hello' } },
    },
  },
  verify: contentfulSignature,
  eventOf(headers, body) {
    const isGone = textAt(body, 'sys.type') === 'DeletedEntry'
    return headers.get('x-contentful-topic') ?? (isGone ? 'ContentManagement.Entry.unpublish' : null)
  },
  deliveryId: ({ headers }) => headers.get('x-contentful-idempotency-key'),

  read({ event, body }) {
    if (event === null) return unmapped(['X-Contentful-Topic'])
    const [, type = '', verb = ''] = event.split('.')
    if (type !== 'Entry') return unknown(event)
    if (textAt(body, 'sys.id') === undefined) return unmapped(['sys.id'])
    switch (verb) {
      case 'publish':
        return page({ action: 'update' })
      case 'unpublish':
      case 'delete':
        return page({ action: 'delete' })
      case 'archive':
        return page({ action: 'delete', unpublished: 'Entry.archive of an entry that was not public' })
      default:
        return ignored(`${event} changes no page`)
    }
  },
})
