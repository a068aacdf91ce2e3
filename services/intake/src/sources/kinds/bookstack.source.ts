import { textAt } from '../json-field.ts'
import { bearerSecret } from '../signatures/bearer-secret.ts'
import { defineSource, ignored, page, unknown, unmapped } from '../source.ts'

const resources = ['page', 'chapter', 'book', 'bookshelf']
const updates = ['create', 'update', 'restore', 'move', 'sort']

export default defineSource({
  kind: 'bookstack',
  title: 'BookStack',
  sends: 'Pages, chapters, books and shelves with their URL.',
  setUp: [
    'Open Settings, Webhooks, Create new webhook. Endpoint: the address of this source.',
    'Events: those of pages, chapters, books and shelves, or all system events.',
    'BookStack sends no header of yours, so leave the secret empty.',
  ],
  secret: 'none',
  signed: 'Nothing.',
  results: [
    [
      '`page_create`, `_update`, `_restore`, `_move` and those of chapters, books and shelves',
      'its URL; with another URL than before, the old one as deleted',
    ],
    ['`page_delete` and the other deletions', 'the URL as deleted'],
    ['drafts, comments, users, settings and others', 'ignored'],
  ],
  format: 'json',
  rules: [{ url: '{url}' }],
  sample: {
    body: {
      event: 'page_update',
      url: 'https://{project}/books/guide/page/install',
      related_item: { id: 7, draft: false },
    },
  },
  verify: bearerSecret,
  eventOf: (_headers, body) => textAt(body, 'event') ?? null,
  deliveryId: () => undefined,

  read({ event, body }) {
    if (event === null) return unmapped(['event'])
    const [resource = '', ...verbs] = event.split('_')
    const verb = verbs[0] ?? ''
    if (!resources.includes(resource)) return unknown(event)
    if (textAt(body, 'related_item.draft') === 'true') return ignored('the page is a draft')
    const id = textAt(body, 'related_item.id')
    const change = { id: id === undefined ? undefined : `${resource}/${id}` }
    if (verb === 'delete') return page({ ...change, action: 'delete' })
    return updates.includes(verb) ? page({ ...change, action: 'update' }) : unknown(event)
  },
})
