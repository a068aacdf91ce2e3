import { fieldAt, isObject, textAt } from '../json-field.ts'
import type { Json } from '../parse-json.ts'
import { ghostSignature } from '../signatures/hmac-signature.ts'
import { defineSource, ignored, page, type Reading, scan, unmapped } from '../source.ts'

type Resource = 'post' | 'page' | 'tag'
const resources: readonly Resource[] = ['post', 'page', 'tag']

export default defineSource({
  kind: 'ghost',
  title: 'Ghost',
  sends: 'Posts, pages and tags with their URL, each as `current` with what changed as `previous`.',
  setUp: [
    'Open Settings, Integrations, Add custom integration, then Add webhook for each event.',
    'Events: Post published, Published post updated, Post unpublished, Post deleted, and the same of pages.',
    'Target URL: the address of this source. Secret: the secret of this source.',
    'If Pagebell has a private address, set `security.allowWebhookInternalIPs` of Ghost to true.',
    'Ghost waits two seconds for an answer and does not repeat a webhook. A watch on `sitemap.xml` finds what was missed.',
  ],
  secret: 'signs',
  signed:
    '`X-Ghost-Signature: sha256=<hex HMAC-SHA256>, t=<ms>` over the body and t; older versions sign the body alone.',
  results: [
    [
      'a post or page that is published, or changed while published',
      'its URL; with another slug than before, the old URL as deleted',
    ],
    ['a post or page that is unpublished or deleted', 'the remembered URL as deleted'],
    ['drafts, scheduled posts, posts sent by e-mail only, members', 'ignored'],
    ['a public tag', 'its URL'],
    ['`site.changed`, which names no page', 'a scan'],
  ],
  format: 'json',
  rules: [{ url: '{url}', id: '{id}' }],
  sample: {
    body: {
      post: {
        current: { id: '7', slug: 'hello', status: 'published', url: 'https://{project}/hello/' },
        previous: { status: 'draft' },
      },
    },
  },
  verify: ghostSignature,
  eventOf: (_headers, body) => eventOf(body),
  deliveryId: () => undefined,

  read({ event, body }) {
    const resource = resourceOf(body)
    if (resource !== undefined) return readResource(resource, event, body)
    if (event === 'site.changed') return scan('site.changed')
    return event === null ? unmapped(['post.current']) : ignored(`${event} names no page`)
  },
})

const resourceOf = (body: Json): Resource | undefined => resources.find((name) => isObject(fieldAt(body, name)))

const stateOf = (body: Json, resource: Resource) => {
  const current = fieldAt(body, `${resource}.current`)
  const previous = fieldAt(body, `${resource}.previous`)
  return {
    current: isObject(current) ? current : {},
    previous: isObject(previous) ? previous : {},
    isDeleted: isObject(current) && Object.keys(current).length === 0,
    status: textAt(current, 'status'),
    statusBefore: textAt(previous, 'status'),
  }
}

/** Ghost names no event: it is in the shape of the body. */
function eventOf(body: Json): string | null {
  const resource = resourceOf(body)
  if (resource === undefined) {
    if (isObject(body) && Object.keys(body).length === 0) return 'site.changed'
    return isObject(fieldAt(body, 'member')) ? 'member.edited' : null
  }
  const { previous, isDeleted, status, statusBefore } = stateOf(body, resource)
  if (isDeleted) return `${resource}.deleted`
  if (resource === 'tag') return Object.keys(previous).length === 0 ? 'tag.added' : 'tag.edited'
  const wasPublished = statusBefore === 'published'
  if (status === 'published') {
    const isNew = statusBefore !== undefined && !wasPublished
    return `${resource}.${isNew ? 'published' : 'published.edited'}`
  }
  if (wasPublished) return `${resource}.unpublished`
  return `${resource}.${status === 'scheduled' ? 'scheduled' : 'edited'}`
}

function readResource(resource: Resource, event: string | null, body: Json): Reading {
  const { current, previous, isDeleted, status, statusBefore } = stateOf(body, resource)
  const id = textAt(current, 'id') ?? textAt(previous, 'id')
  if (isDeleted) {
    // The URL of a deleted page is not in the payload. A draft had none.
    const isDraft = resource !== 'tag' && statusBefore !== undefined && statusBefore !== 'published'
    return page({
      action: 'delete',
      fields: withBody(body, { id: id ?? null }),
      unpublished: isDraft ? `status was ${statusBefore}` : undefined,
    })
  }
  if (event?.endsWith('.unpublished') === true)
    return page({ action: 'delete', fields: withBody(body, { id: id ?? null }) })
  const url = textAt(current, 'url') ?? ''
  // What has no page yet has this URL.
  if (url.endsWith('/404/')) return ignored(`the ${resource} has no page yet`)
  if (resource === 'tag') {
    const visibility = textAt(current, 'visibility') ?? 'public'
    const unpublished = visibility === 'public' ? undefined : `visibility is ${visibility}`
    return page({
      action: 'update',
      fields: withBody(body, current),
      unpublished,
      previousUrls: previousUrls(current, previous),
    })
  }
  if (status === undefined) return unmapped([`${resource}.current.status`])
  if (url === '' && status === 'published') return unmapped([`${resource}.current.url`])
  return page({
    action: 'update',
    fields: withBody(body, current),
    unpublished: status === 'published' ? undefined : `status is ${status}`,
    previousUrls: previousUrls(current, previous),
  })
}

/** The rules see the body, and beside it the members of the resource. */
const withBody = (body: Json, members: { [name: string]: Json }): Json => ({
  ...members,
  ...(isObject(body) ? body : {}),
})

/** `previous` has only what changed: with another slug the URL before is the present one with the old slug. */
function previousUrls(current: Json, previous: Json): (url: string) => string[] {
  const [slug, before, url] = [textAt(current, 'slug'), textAt(previous, 'slug'), textAt(previous, 'url')]
  if (url !== undefined && url !== '') return () => [url]
  if (slug === undefined || before === undefined || before === '' || before === slug) return () => []
  return (present) => {
    const segments = present.split('/')
    const at = segments.lastIndexOf(encodeURI(slug.toWellFormed()))
    return at < 3 ? [] : [segments.with(at, encodeURIComponent(before.toWellFormed())).join('/')]
  }
}
