import { fixture, withFields } from '../../../test/given-delivery.ts'
import { bearer } from '../../../test/sign-delivery.ts'
import { specifySource } from '../../../test/specify-source.ts'
import bookstack from './bookstack.source.ts'

const url = 'https://example.com/books/my-awesome-book/page/my-wonderful-updated-page'
const updated = withFields(fixture('bookstack/page_update.json'), { url })
const moved = 'https://example.com/books/other/page/my-wonderful-updated-page'

specifySource(
  bookstack,
  {
    publish: [
      [{ body: updated }, { verdict: 'urls', event: 'page_update', urls: [`update ${url}`] }],
      [{ body: withFields(updated, { event: 'book_sort' }) }, { verdict: 'urls', urls: [`update ${url}`] }],
      [
        { body: withFields(updated, { event: 'bookshelf_create_from_book' }) },
        { verdict: 'urls', urls: [`update ${url}`] },
      ],
    ],
    draft: [
      { body: withFields(updated, { 'related_item.draft': true }) },
      { verdict: 'ignored', reason: 'the page is a draft' },
    ],
    rename: [
      { body: withFields(updated, { event: 'page_move', url: moved }), after: [{ body: updated }] },
      { verdict: 'urls', urls: [`delete ${url}`, `update ${moved}`] },
    ],
    unpublish: 'BookStack has no unpublished pages',
    delete: [
      [{ body: withFields(updated, { event: 'page_delete' }) }, { verdict: 'urls', urls: [`delete ${url}`] }],
      [
        { body: withFields(updated, { event: 'page_delete', url: undefined }), after: [{ body: updated }] },
        { verdict: 'urls', urls: [`delete ${url}`] },
      ],
      [
        { body: withFields(updated, { event: 'chapter_delete', url: undefined }), after: [{ body: updated }] },
        { verdict: 'unmapped', reason: 'id never seen' },
      ],
    ],
    ping: 'BookStack sends no ping',
    unknownEvent: [
      [
        { body: withFields(updated, { event: 'user_create' }) },
        { verdict: 'ignored', reason: 'user_create names no page' },
      ],
      [{ body: withFields(updated, { event: 'comment_create' }) }, { verdict: 'ignored' }],
      [{ body: withFields(updated, { event: 'page_comment' }) }, { verdict: 'ignored' }],
    ],
    missingField: [
      [{ body: withFields(updated, { url: undefined }) }, { verdict: 'unmapped', missing: ['url'] }],
      [{ body: { url } }, { verdict: 'unmapped', missing: ['event'] }],
    ],
    otherHost: [{ body: fixture('bookstack/page_update.json') }, { verdict: 'ignored', reason: 'url of another host' }],
  },
  bearer,
)
