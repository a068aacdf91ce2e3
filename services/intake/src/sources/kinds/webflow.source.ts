import { fieldAt, isObject, listAt, textAt } from '../json-field.ts'
import type { Json } from '../parse-json.ts'
import { webflowSignature } from '../signatures/hmac-signature.ts'
import { defineSource, maxPages, type PageChange, page, type Reading, scan, unknown, unmapped } from '../source.ts'

export default defineSource({
  kind: 'webflow',
  title: 'Webflow',
  sends: 'Publications of the site, pages with their path, and items of collections with their slug.',
  setUp: [
    'Open Site settings, Apps & integrations, Webhooks, Add webhook. URL: the address of this source.',
    'Trigger type: Site publish is enough. Add Collection item published, changed, unpublished and deleted if ' +
      'items are published one by one.',
    'Webhooks that are made there are not signed: leave the secret empty. Those made by an app are signed with ' +
      'its client secret.',
    'The folder of a collection is not in the payload. Write a rule for each: ' +
      '`{"when":{"payload.collectionId":"…"},"url":"https://{project}/blog/{payload.fieldData.slug}"}`.',
  ],
  secret: 'signs',
  signed:
    '`x-webflow-signature: <hex HMAC-SHA256>` over `x-webflow-timestamp`, a colon and the body, of webhooks ' +
    'that an app made.',
  results: [
    ['`site_publish`', 'a scan'],
    ['`page_created`, `page_metadata_updated`', 'its published path'],
    ['`page_deleted`', 'the URL as deleted'],
    [
      '`collection_item_created`, `_changed`, `_published`',
      'the URL by rule; drafts and archived items are ignored, or deleted if they were public before',
    ],
    [
      '`collection_item_created`, `_changed` of an item that is queued to be published, or of the draft of a live item',
      'ignored',
    ],
    ['`collection_item_unpublished`, `_deleted`', 'the remembered URL as deleted'],
    ['forms, orders, users, comments', 'ignored'],
  ],
  format: 'json',
  rules: [
    { when: { event: 'page_*' }, url: 'https://{project}/{payload.publishedPath}', id: 'page/{payload.pageId}' },
    { when: { event: 'collection_item_*', 'payload.slug': '*' }, url: 'https://{project}/{payload.slug}' },
    { when: { event: 'collection_item_*' }, url: 'https://{project}/{payload.fieldData.slug}' },
  ],
  sample: {
    body: {
      triggerType: 'collection_item_published',
      payload: { items: [{ id: '7', fieldData: { slug: 'hello' } }] },
    },
  },
  verify: webflowSignature,
  eventOf: (_headers, body) => textAt(body, 'triggerType') ?? null,
  deliveryId: () => undefined,

  read({ event, body }): Reading {
    switch (event) {
      case null:
        return unmapped(['triggerType'])
      case 'site_publish':
        return scan('site_publish')
      case 'page_created':
      case 'page_metadata_updated':
        return page({ action: 'update', unpublished: hasNoPath(body) ? 'the page is not published' : undefined })
      case 'page_deleted':
        return page({ action: 'delete', unpublished: hasNoPath(body) ? 'the page was not published' : undefined })
      case 'collection_item_created':
      case 'collection_item_changed':
      case 'collection_item_published':
        return { type: 'pages', changes: itemsOf(body).map((item) => itemChange('update', event, item)) }
      case 'collection_item_unpublished':
      case 'collection_item_deleted':
        return { type: 'pages', changes: itemsOf(body).map((item) => itemChange('delete', event, item)) }
      default:
        return unknown(event)
    }
  },
})

/** A page that was never published has null. */
const hasNoPath = (body: Json): boolean => fieldAt(body, 'payload.publishedPath') === null

/** `collection_item_published` has a list of items. One more than are mapped shows that there are more. */
function itemsOf(body: Json): Json[] {
  const items = listAt(body, 'payload.items')
    .filter(isObject)
    .slice(0, maxPages + 1)
  return items.length > 0 ? items : [fieldAt(body, 'payload') ?? {}]
}

/**
 * The rules see each item as `payload`, beside the only other field that Webflow sends: a copy of the body for each
 * item could take all memory. Names with an underscore are those of version 1.
 */
function itemChange(action: PageChange['action'], triggerType: string, item: Json): PageChange {
  const id = textAt(item, 'id') ?? textAt(item, '_id') ?? textAt(item, 'itemId')
  return {
    action,
    id: id === undefined ? undefined : `item/${id}`,
    fields: { triggerType, payload: item },
    ...(action === 'update' && whyHidden(item, triggerType === 'collection_item_published')),
  }
}

/**
 * Why the page of an item does not show what the item has. A draft of an item that was published is "changes in draft": the
 * page stays as it was published. An item that is neither a draft nor published is "queued to publish".
 */
function whyHidden(item: Json, isPublication: boolean): Pick<PageChange, 'unpublished' | 'keepsPublished'> {
  const isTrue = (...names: string[]): boolean => names.some((name) => fieldAt(item, name) === true)
  const published = fieldAt(item, 'lastPublished')
  if (isTrue('isArchived', '_archived', 'archived')) return { unpublished: 'the item is archived' }
  if (isTrue('isDraft', '_draft', 'draft'))
    return { unpublished: 'the item is a draft', keepsPublished: typeof published === 'string' }
  if (published === null && !isPublication)
    return { unpublished: 'the item is queued to be published', keepsPublished: true }
  return {}
}
