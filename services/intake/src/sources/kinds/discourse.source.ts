import { fieldAt, isObject, textAt } from '../json-field.ts'
import type { Json } from '../parse-json.ts'
import { bodySignature } from '../signatures/hmac-signature.ts'
import { defineSource, ignored, page, unknown, unmapped } from '../source.ts'

export default defineSource({
  kind: 'discourse',
  title: 'Discourse',
  sends: 'Topics and posts. The page of both is that of the topic.',
  setUp: [
    'Open Admin, Advanced, Webhooks, New webhook. Payload URL: the address of this source. Content type: ' +
      '`application/json`.',
    'Secret: the secret of this source. Events: Topic is created, revised, closed, archived, deleted or ' +
      'recovered, and Post is revised.',
    'Choose the categories that visitors can read.',
  ],
  secret: 'signs',
  signed: '`X-Discourse-Event-Signature: sha256=<hex HMAC-SHA256 of the body>`.',
  results: [
    [
      '`topic_created`, `topic_edited`, `topic_recovered` and other events of a topic',
      '`/t/{slug}/{id}` of the instance',
    ],
    ['`post_created`, `post_edited`, `post_recovered`, `post_destroyed`', 'the URL of the topic'],
    ['`topic_destroyed`', 'the URL as deleted'],
    ['private messages; users, groups, categories, tags; `ping`', 'ignored'],
    ['an unlisted topic', 'the URL as deleted if it was listed before, otherwise ignored'],
  ],
  format: 'json',
  rules: [{ url: '{url}', id: '{id}' }],
  sample: {
    headers: { 'X-Discourse-Event': 'topic_edited', 'X-Discourse-Instance': 'https://{project}' },
    body: { topic: { id: 7, slug: 'hello', archetype: 'regular', visible: true } },
  },
  verify: bodySignature({ header: 'x-discourse-event-signature', encoding: 'hex', prefix: 'sha256=' }),
  eventOf: (headers) => headers.get('x-discourse-event') ?? null,
  deliveryId: ({ headers }) => headers.get('x-discourse-event-id'),

  read({ headers, event, body }) {
    if (event === 'ping') return ignored('ping')
    if (event === null) return unmapped(['X-Discourse-Event'])
    const type = ['topic', 'post'].find((name) => event.startsWith(`${name}_`))
    if (type === undefined) return unknown(event)
    const topic = topicOf(type, body)
    if (topic.archetype === 'private_message') return ignored('a private message')
    const missing = Object.entries(topic.required).flatMap(([name, value]) => (value === undefined ? [name] : []))
    if (missing.length > 0) return unmapped(missing)
    const [slug, id] = Object.values(topic.required)
    const isHidden = fieldAt(topic.fields, 'visible') === false
    return page({
      action: event === 'topic_destroyed' ? 'delete' : 'update',
      fields: {
        ...(isObject(body) ? body : {}),
        id: id ?? null,
        url: `${instanceOf(headers.get('x-discourse-instance'))}/t/${slug}/${id}`,
      },
      unpublished: isHidden ? 'the topic is unlisted' : undefined,
    })
  },
})

function topicOf(type: string, body: Json) {
  const found = fieldAt(body, type)
  const fields = isObject(found) ? found : {}
  const prefix = type === 'topic' ? '' : 'topic_'
  const names = { slug: `${prefix}slug`, id: `${prefix}id` }
  return {
    fields,
    archetype: textAt(fields, `${prefix}archetype`) ?? '',
    required: {
      [`${type}.${names.slug}`]: textAt(fields, names.slug),
      [`${type}.${names.id}`]: textAt(fields, names.id),
    },
  }
}

/** A path alone is one of the project's host. */
const instanceOf = (instance = ''): string => (instance.endsWith('/') ? instance.slice(0, -1) : instance)
