import { bodyHmac } from '../../../test/sign-delivery.ts'
import { specifySource } from '../../../test/specify-source.ts'
import storyblok from './storyblok.source.ts'

const story = (action: string, slug?: string, id = 7) => ({
  text: 'The user test@example.com changed the story',
  action,
  space_id: 42,
  story_id: id,
  ...(slug !== undefined && { full_slug: slug }),
})
const published = { body: story('published', 'help/reset') }
const url = 'https://example.com/help/reset'

specifySource(
  storyblok,
  {
    publish: [
      [published, { verdict: 'urls', event: 'published', urls: [`update ${url}`] }],
      [{ body: story('published', 'help/') }, { verdict: 'urls', urls: ['update https://example.com/help/'] }],
      [
        { body: { action: 'merged', space_id: 42, release_id: 3 } },
        { verdict: 'scan', reason: 'a release was merged' },
      ],
      [{ body: { action: 'deployed', space_id: 42, branch_id: 3 } }, { verdict: 'scan' }],
    ],
    draft: 'a change of a draft is not sent',
    rename: [
      [
        { body: story('moved', 'faq/reset'), after: [published] },
        { verdict: 'urls', urls: [`delete ${url}`, 'update https://example.com/faq/reset'] },
      ],
      [{ body: story('moved', 'faq/reset') }, { verdict: 'urls', urls: ['update https://example.com/faq/reset'] }],
    ],
    unpublish: [
      [
        { body: story('unpublished'), after: [published] },
        { verdict: 'urls', urls: [`delete ${url}`] },
      ],
      [{ body: story('unpublished', 'help/reset') }, { verdict: 'urls', urls: [`delete ${url}`] }],
    ],
    delete: [
      [
        { body: story('deleted'), after: [published] },
        { verdict: 'urls', urls: [`delete ${url}`] },
      ],
      [
        { body: story('deleted', undefined, 8), after: [published] },
        { verdict: 'unmapped', reason: 'id never seen' },
      ],
    ],
    ping: 'Storyblok sends no ping',
    unknownEvent: [
      [
        { body: { action: 'deleted', space_id: 42, asset_id: 3 } },
        { verdict: 'ignored', reason: 'deleted of another thing than a story' },
      ],
      [{ body: { action: 'entries_updated', space_id: 42, datasource_slug: 'a' } }, { verdict: 'ignored' }],
      [
        { body: { action: 'stage.changed', space_id: 42, story_id: 7 } },
        { verdict: 'ignored', reason: 'stage.changed names no page' },
      ],
    ],
    missingField: [
      [{ body: story('published') }, { verdict: 'unmapped', missing: ['full_slug'] }],
      [{ body: { action: 'deleted', space_id: 42 } }, { verdict: 'unmapped', missing: ['story_id'] }],
      [{ body: { space_id: 42 } }, { verdict: 'unmapped', missing: ['action'] }],
    ],
    otherHost: [
      { ...published, rules: [{ url: 'https://example.org/{full_slug}' }] },
      { verdict: 'ignored', reason: 'url of another host' },
    ],
  },
  bodyHmac('webhook-signature', '', 'sha1'),
)
