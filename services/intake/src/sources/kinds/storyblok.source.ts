import { fieldAt, textAt } from '../json-field.ts'
import { bodySignature } from '../signatures/hmac-signature.ts'
import { defineSource, ignored, page, scan, unknown, unmapped } from '../source.ts'

export default defineSource({
  kind: 'storyblok',
  title: 'Storyblok',
  sends: 'Stories with their full slug; one that is unpublished or deleted has only its id.',
  setUp: [
    'Open Settings, Webhooks, New webhook. Endpoint URL: the address of this source. Webhook secret: the secret ' +
      'of this source.',
    'Events: Story published, unpublished, deleted and moved.',
    'If the start page has the slug `home`, add a first rule: ' +
      '`{"when":{"full_slug":"home"},"url":"https://{project}/","id":"{story_id}"}`.',
  ],
  secret: 'signs',
  signed: '`webhook-signature: <hex HMAC-SHA1 of the body>`.',
  results: [
    ['`published`, `moved`', '`/{full_slug}`; with another slug than before, the old URL as deleted'],
    ['`unpublished`, `deleted`', 'the remembered URL as deleted'],
    ['a merged release, a deployed pipeline stage', 'a scan'],
    ['assets, datasources, workflow stages, users and others', 'ignored'],
  ],
  format: 'json',
  rules: [{ url: 'https://{project}/{full_slug}', id: '{story_id}' }],
  sample: {
    body: { action: 'published', story_id: 7, full_slug: 'blog/hello' },
  },
  verify: bodySignature({ header: 'webhook-signature', algorithm: 'sha1', encoding: 'hex' }),
  eventOf: (_headers, body) => textAt(body, 'action') ?? null,
  deliveryId: () => undefined,

  read({ event, body }) {
    if (event === null) return unmapped(['action'])
    const isStory = fieldAt(body, 'story_id') !== undefined || fieldAt(body, 'full_slug') !== undefined
    if (event === 'merged' && fieldAt(body, 'release_id') !== undefined) return scan('a release was merged')
    if (event === 'deployed' && fieldAt(body, 'branch_id') !== undefined) return scan('a pipeline stage was deployed')
    if (isOfOther(body) && !isStory) return ignored(`${event} of another thing than a story`)
    switch (event) {
      case 'published':
      case 'moved':
        return page({ action: 'update' })
      case 'unpublished':
      case 'deleted':
        return isStory ? page({ action: 'delete' }) : unmapped(['story_id'])
      default:
        return unknown(event)
    }
  },
})

const otherIds = ['asset_id', 'datasource_slug', 'user_id', 'workflow_name', 'workflow_stage_name', 'discussion_id']

const isOfOther = (body: Parameters<typeof fieldAt>[0]): boolean =>
  otherIds.some((name) => fieldAt(body, name) !== undefined)
