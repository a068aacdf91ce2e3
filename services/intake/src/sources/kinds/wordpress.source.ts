import { actionOfEvent, isTestEvent } from '../event-words.ts'
import { fieldAt, firstText, isObject } from '../json-field.ts'
import { readListedUrls } from '../listed-urls.ts'
import type { Json } from '../parse-json.ts'
import { bearerSecret } from '../signatures/bearer-secret.ts'
import { bodySignature } from '../signatures/hmac-signature.ts'
import { anyOf } from '../signatures/verifier.ts'
import { defineSource, ignored, page, unknown, unmapped } from '../source.ts'

/** WordPress itself has no webhooks, and each plug-in has its own names. */
const places = ['post', 'data.post', 'data', 'payload.post', 'payload', 'page']
const names = {
  url: ['permalink', 'post_permalink', 'link', 'url', 'post_url'],
  status: ['status', 'post_status'],
  id: ['id', 'ID', 'post_id', 'postId'],
  previousUrl: ['previous_permalink', 'old_permalink', 'previous_url', 'old_url'],
}
const eventFields = ['event_type', 'event', 'action', 'hook', 'trigger', 'type']
/** Words of events that are about no post. */
const otherWords = [
  'user',
  'comment',
  'login',
  'logout',
  'plugin',
  'theme',
  'option',
  'menu',
  'media',
  'attachment',
  'order',
]
const trashSuffix = '__trashed'

export default defineSource({
  kind: 'wordpress',
  title: 'WordPress',
  sends:
    'What the plug-in of Pagebell sends: the URLs that changed. Or what a webhook plug-in sends about a post or page; ' +
    'nearly all send its permalink and status.',
  setUp: [
    'Install the plug-in of Pagebell (clients/wordpress), and enter the address of this source under Settings, ' +
      'Pagebell. If this source has a secret, enter both as `address#secret`.',
    'Or install a webhook plug-in, and enter the address for publishing, updating and deleting of posts and pages.',
    'If the webhook plug-in can send headers, set `Authorization` to `Bearer` and the secret of this source.',
    'If its fields have other names, name them in a rule: `{"url":"{data.permalink}","id":"{data.post_id}"}`.',
  ],
  secret: 'sends',
  signed:
    'Most plug-ins sign nothing and send the secret as a header; those of Pagebell and WP Webhooks sign by ' +
    '`X-WP-Webhook-Signature: <base64 HMAC-SHA256 of the body>`.',
  results: [
    ['`urls` of the plug-in of Pagebell', 'these URLs, each as updated or deleted'],
    ['a post with the status publish', 'its permalink; with another permalink than before, the old one as deleted'],
    [
      'another status (draft, private, pending, future, trash)',
      'the URL as deleted if the post was public before, otherwise ignored',
    ],
    ['an event with the word delete, trash or unpublish', 'the URL as deleted'],
    ['revisions, attachments and menus; tests', 'ignored'],
  ],
  format: 'json',
  rules: [{ url: '{permalink}', id: '{id}' }],
  sample: {
    body: { id: 7, type: 'post', status: 'publish', permalink: 'https://{project}/hello/' },
  },
  verify: anyOf(bearerSecret, bodySignature({ header: 'x-wp-webhook-signature', encoding: 'base64' })),
  eventOf: (headers, body) => firstText(body, eventFields) ?? headers.get('x-wordpress-webhook') ?? null,
  deliveryId: ({ headers, body }) => headers.get('idempotency-key') ?? firstText(body, ['idempotency_key']),

  read({ event, body }) {
    if (isTestEvent(event)) return ignored('a test by the sender')
    if (
      otherWords.some((word) =>
        event
          ?.toLowerCase()
          .split(/[^a-z]+/)
          .includes(word),
      )
    )
      return unknown(event)
    const listed = Array.isArray(fieldAt(body, 'urls')) ? readListedUrls(body, actionOfEvent(event)) : undefined
    if (listed !== undefined) return listed
    const post = places.map((place) => fieldAt(body, place)).find(isObject) ?? body
    const find = (fields: readonly string[]): string | undefined => firstText(post, fields) ?? firstText(body, fields)
    const type = firstText(post, ['type', 'post_type']) ?? ''
    if (notPages.includes(type)) return ignored(`${type} has no page`)

    const [status, url, id] = [find(names.status), find(names.url), find(names.id)]
    const isGone = actionOfEvent(event) === 'delete'
    // An event such as `post_published` says it without a status.
    if (!isGone && status === undefined && event?.toLowerCase().includes('publish') !== true)
      return unmapped(['status'])
    const known = { permalink: isGone ? url?.replace(trashSuffix, '') : url, id, status }
    const fields: Json = {
      ...(isObject(body) ? body : {}),
      ...Object.fromEntries(Object.entries(known).filter(isFilled)),
    }
    const previous = find(names.previousUrl)
    return page({
      action: isGone ? 'delete' : 'update',
      fields,
      id,
      unpublished: unpublishedReason(isGone, status, url),
      previousUrls: () => (previous === undefined ? [] : [previous]),
    })
  },
})

/**
 * Why the page is not public. One that is gone may have been, unless it has the plain link that WordPress gives to what has
 * no public page: the public URL of a post in the trash was deleted before.
 */
function unpublishedReason(isGone: boolean, status: string | undefined, url: string | undefined): string | undefined {
  if (status === undefined || status === 'publish' || status === 'published') return undefined
  if (!isGone) return `status is ${status}`
  return plainLink.test(url ?? '') ? `status was ${status}` : undefined
}

const plainLink = /\/\?(?:p|page_id)=\d+$/

const notPages = ['revision', 'attachment', 'nav_menu_item', 'customize_changeset', 'wp_template', 'wp_global_styles']

const isFilled = (entry: [string, string | undefined]): entry is [string, string] => entry[1] !== undefined
