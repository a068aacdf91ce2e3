import { isTestEvent } from '../event-words.ts'
import { fieldAt, isObject, textAt } from '../json-field.ts'
import type { Json } from '../parse-json.ts'
import { bearerSecret } from '../signatures/bearer-secret.ts'
import { defineSource, ignored, page, unknown, unmapped } from '../source.ts'

const updates = ['entry.publish', 'entry.update', 'entry.create']
const deletions = ['entry.delete', 'entry.unpublish']

export default defineSource({
  kind: 'strapi',
  title: 'Strapi',
  sends: 'Entries with their fields, but without a URL: rules make it of the slug.',
  setUp: [
    'Open Settings, Webhooks, Create new webhook. URL: the address of this source. In production Strapi takes no ' +
      'address of the machine that it runs on.',
    'Headers: `Authorization` with the value `Bearer` and the secret of this source.',
    'Events: Entry with Create, Update, Delete, Publish and Unpublish.',
    'Write a rule for each type that has pages: ' +
      '`{"when":{"model":"article"},"url":"https://{project}/articles/{entry.slug}"}`. The first rule that ' +
      'matches decides.',
    'Older versions send the password hashes of authors (strapi/strapi issue 7856). Pagebell stores no bodies.',
  ],
  secret: 'sends',
  signed: 'Nothing: the secret is the token in `Authorization: Bearer <secret>`.',
  results: [
    [
      '`entry.publish`; `entry.update` and `entry.create` with `publishedAt`',
      'the URL by rule; with another slug than before, the old URL as deleted',
    ],
    ['`entry.update` and `entry.create` without `publishedAt`', 'ignored: the draft is no page'],
    ['`entry.unpublish`, `entry.delete`', 'the remembered URL as deleted, or the one of the slug'],
    ['`media.*`, `review-workflows.*`, `releases.*`, `trigger-test`', 'ignored'],
  ],
  format: 'json',
  rules: [{ when: { model: '*' }, url: 'https://{project}/{entry.slug}' }],
  sample: {
    body: {
      event: 'entry.publish',
      model: 'post',
      entry: { id: 7, slug: 'hello', publishedAt: '2026-11-01T10:00:00Z' },
    },
  },
  verify: bearerSecret,
  eventOf: (headers, body) => textAt(body, 'event') ?? headers.get('x-strapi-event') ?? null,
  deliveryId: () => undefined,

  read({ event, body }) {
    if (isTestEvent(event)) return ignored('a test by the sender')
    if (event === null) return unmapped(['event'])
    const isGone = deletions.includes(event)
    if (!isGone && !updates.includes(event)) return unknown(event)
    if (!isObject(fieldAt(body, 'entry'))) return unmapped(['entry'])
    const publishedAt = textAt(body, 'entry.publishedAt') ?? textAt(body, 'entry.published_at')
    const isDraft = event !== 'entry.publish' && publishedAt === undefined
    return page({
      action: isGone ? 'delete' : 'update',
      id: idOf(body),
      unpublished: isDraft && event !== 'entry.unpublish' ? 'publishedAt is empty' : undefined,
      // An update of the draft leaves the published version as it is (5), or entry.unpublish was sent before it (3, 4).
      keepsPublished: true,
    })
  },
})

/** Since version 5 each publication has another `id`, and `documentId` stays; translations have it in common. */
function idOf(body: Json): string | undefined {
  const id = textAt(body, 'entry.documentId') ?? textAt(body, 'entry.id')
  if (id === undefined) return undefined
  const model = textAt(body, 'model') ?? textAt(body, 'uid') ?? 'entry'
  return [model, id, textAt(body, 'entry.locale')].filter((part) => part !== undefined).join('/')
}
