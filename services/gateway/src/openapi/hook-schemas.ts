import { channelIds } from '@pagebell/channel-settings/all-channels'
import { deliveryStatuses } from '@pagebell/channel-settings/delivery-statuses'
import { Type } from '@pagebell/schema/type'
import { verdicts } from '../deliveries/delivery-json.ts'
import { integerOrNull, named, oneOf, onlyThese, textOrNull, time } from '../http/schemas.ts'
import { deployWait } from './deploy-wait.ts'
import { quota } from './hook-quota.ts'

// Intake serves these calls; tests/e2e/api.test.ts compares its answers with these schemas.

const checkedPage = named(
  'CheckedPage',
  Type.Object(
    {
      status: Type.Optional(Type.Integer({ description: 'The HTTP status of the page.' })),
      indexable: Type.Optional(Type.Boolean()),
      canonical: Type.Optional(Type.String({ description: 'The canonical address, if it is another page.' })),
      changed: Type.Array(Type.String(), { description: 'The parts that differ from the version announced last.' }),
      at: time('When the page was looked at.'),
    },
    { description: 'What was found on the page before it was sent or skipped.' },
  ),
)

export const submitBody = named(
  'SubmitUrls',
  Type.Object(
    {
      urls: Type.Array(Type.String({ examples: ['https://example.com/new-page'] }), {
        minItems: 1,
        maxItems: 10_000,
        description: 'The URLs that changed, on the host of the project, its www. or another subdomain of it.',
      }),
      channel: Type.Optional(oneOf(channelIds, { description: 'The default channels of the project if left out.' })),
      action: Type.Optional(
        oneOf(['update', 'delete'], { default: 'update', description: 'update: new or changed; delete: gone.' }),
      ),
      over_quota: Type.Optional(
        oneOf(['refuse', 'wait'], {
          default: 'refuse',
          description:
            'If the quota has no room for all of the URLs. refuse: 429, and nothing is kept. wait: 202; those that are no duplicates wait, and are submitted when the day or month turns or the plan grows. Of a URL that waits already, the newer action counts.',
        }),
      ),
      preflight: Type.Optional(
        Type.Boolean({
          description:
            'Look at the pages first, and send only what has changed and what engines can use. The setting of the project if left out.',
        }),
      ),
      not_before: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 40,
          description:
            'No page is looked at before this time of RFC 3339, at most 24 hours ahead. The request has pre-flight.',
        }),
      ),
      wait: Type.Optional(deployWait),
      wait_over: Type.Optional(
        oneOf(['send', 'drop'], {
          default: 'send',
          description:
            'If the text has not come in time. send: the pages are looked at all the same. drop: they are skipped as `wait_over`, and not charged.',
        }),
      ),
    },
    {
      ...onlyThese,
      description: 'URLs that have changed.',
      examples: [{ urls: ['https://example.com/', 'https://example.com/new-page'] }],
    },
  ),
)

const urlVerdict = named(
  'UrlVerdict',
  Type.Object(
    {
      url: Type.String({ description: 'As it was sent.' }),
      verdict: oneOf([...verdicts, 'waiting'], {
        description:
          'accepted: queued and charged. waiting: over the quota, and kept until it has room; not charged yet. duplicate: the same URL, channel and action was accepted within the dedupe window, and the other action was not accepted since, or it is repeated in this request; not charged. invalid: not an http or https URL that can be sent. foreign: not on the host of the project.',
      }),
      reason: Type.Optional(Type.String({ description: 'Why it is not accepted.' })),
      allowed_again_at: Type.Optional(time('Of a duplicate: when the dedupe window ends.')),
      channels: Type.Optional(
        Type.Array(oneOf(channelIds), { description: 'If there are several: those that the URL is sent to.' }),
      ),
    },
    { description: 'The verdict on one URL.' },
  ),
)

export const submitted = named(
  'SubmittedUrls',
  Type.Object(
    {
      batch_id: textOrNull({ description: 'null if every URL was a duplicate or waits, and for a dry run.' }),
      accepted: Type.Integer(),
      duplicates: Type.Integer(),
      rejected: Type.Integer({ description: 'invalid and foreign ones.' }),
      waiting: Type.Optional(Type.Integer({ description: 'URLs that wait for the quota; left out if none does.' })),
      results: Type.Array(urlVerdict, { description: 'In the order sent.' }),
      quota,
      status: oneOf([200, 202]),
    },
    { description: 'The verdict on each URL. The accepted ones are stored durably.' },
  ),
)

/** What a sender sends natively: its form is the sender's own. */
export const nativeDelivery = named(
  'NativeDelivery',
  Type.Unsafe<unknown>({
    description: 'What the sender sends: JSON, a form or text, by the kind of the source.',
    examples: [{ id: 1, handle: 'lamp', status: 'active', published_at: '2026-11-21T10:00:00Z' }],
  }),
)

const deliveryFields = {
  event: textOrNull({ description: 'What the sender calls the event.' }),
  reason: textOrNull({ description: 'Why nothing, or not everything, is submitted.' }),
  missing: Type.Array(Type.String(), { description: 'Fields that the rules need and the body does not have.' }),
}

export const deliveryVerdict = named(
  'DeliveryVerdict',
  Type.Object(
    {
      verdict: oneOf(['scan', 'ignored', 'unmapped', 'waiting_full'], {
        description:
          'ignored: nothing to do, or the delivery was received before. unmapped: no URL can be made. scan: pages changed that the sender does not name; nothing is submitted. waiting_full: over the quota, and no more URLs of the project may wait; nothing is kept.',
      }),
      ...deliveryFields,
      status: Type.Literal(200),
    },
    { description: 'An authentic delivery of which nothing is submitted.' },
  ),
)

const deliveredUrl = Type.Object({ ...urlVerdict.properties, action: oneOf(['update', 'delete']) })

export const submittedDelivery = named(
  'SubmittedDelivery',
  Type.Object(
    {
      verdict: oneOf(['urls', 'waiting'], {
        description: 'waiting: URLs wait for the quota, all of them or those with one of the actions.',
      }),
      ...deliveryFields,
      ...submitted.properties,
      results: Type.Array(deliveredUrl, { description: 'Updates first.' }),
      batches: Type.Array(Type.Object({ action: oneOf(['update', 'delete']), batch_id: Type.String() }), {
        description: 'One for each action; batch_id is the first one.',
      }),
      status: Type.Literal(202),
    },
    { description: 'The verdict on each URL of a delivery. The accepted ones are stored durably.' },
  ),
)

export const unauthorizedDelivery = named(
  'UnauthorizedDelivery',
  Type.Object(
    { verdict: Type.Literal('unauthorized'), reason: Type.String(), status: Type.Literal(401) },
    { description: 'The signature, secret or address is not right. One body for all causes.' },
  ),
)

export const keyFilePlace = named(
  'KeyFilePlace',
  Type.Object(
    {
      data: Type.Object({
        host: Type.String({ description: 'As it was asked for.' }),
        kind: Type.String({ description: 'Of the source, so that a sender notices a wrong address.' }),
        key: Type.String({ description: 'The IndexNow key: all that the file contains.' }),
        location: Type.String({ description: 'The address where the file has to be.' }),
      }),
      status: Type.Literal(200),
    },
    { description: 'The IndexNow key file that search engines look for at a host.' },
  ),
)

const batchUrl = named(
  'BatchUrl',
  Type.Object(
    {
      url: Type.String({ description: 'Normalised, as it is sent to the engine.' }),
      channel: Type.Optional(Type.String({ description: 'If the batch has several channels.' })),
      status: oneOf(['queued', ...deliveryStatuses], { description: 'queued: not yet picked up for sending.' }),
      attempts: Type.Integer(),
      next_at: Type.Optional(time('When the next attempt is due.')),
      delivered_at: Type.Optional(time('When the engine accepted it.')),
      reason: Type.Optional(
        Type.String({ description: 'Why the status is held, retrying, rejected, dropped, set_aside or skipped.' }),
      ),
      engine_status: Type.Optional(Type.Integer({ description: "The HTTP status of the engine's latest response." })),
      engine_message: Type.Optional(Type.String({ description: "The message of the engine's latest response." })),
      not_checked: Type.Optional(Type.String({ description: 'Why it was sent without the check that was asked for.' })),
      checked: Type.Optional(checkedPage),
    },
    { description: 'The status of one accepted URL.' },
  ),
)

export const batch = named(
  'Batch',
  Type.Object(
    {
      batch_id: Type.String(),
      project: Type.String(),
      channel: Type.String({ description: 'Comma-separated if there are several.' }),
      action: oneOf(['update', 'delete']),
      duplicates: Type.Integer(),
      rejected: Type.Integer(),
      submitted_at: time('When the URLs were accepted.'),
      results: Type.Array(batchUrl, { description: 'The accepted URLs, in the order sent.' }),
      accepted: Type.Integer(),
      counts: Type.Unsafe<Record<string, number>>({
        type: 'object',
        additionalProperties: { type: 'integer' },
        description: 'How many URLs have each status.',
        examples: [{ delivered: 1 }],
      }),
      status: Type.Literal(200),
    },
    { description: 'A batch, with the status of each accepted URL.' },
  ),
)

/** The additional members of a quota problem. */
export const quotaProblem = named(
  'QuotaProblem',
  Type.Object(
    {
      type: Type.String(),
      title: Type.String(),
      status: Type.Literal(429),
      detail: Type.String(),
      code: oneOf(['quota_used_up', 'waiting_list_full', 'rate_limited']),
      message: Type.String(),
      request_id: Type.String(),
      needed: Type.Optional(Type.Integer({ description: 'URLs of this request that are not duplicates.' })),
      remaining: Type.Optional(Type.Integer({ description: 'URLs that remain in the period.' })),
      limit: Type.Optional(integerOrNull({ description: 'URLs of the period, or requests of the window.' })),
      period: Type.Optional(oneOf(['day', 'month'], { description: 'Which quota is used up.' })),
      resets_at: Type.Optional(time('When the period ends.')),
      quota: Type.Optional(quota),
      waiting: Type.Optional(Type.Integer({ description: 'Of waiting_list_full: URLs of the project that wait.' })),
      max_waiting: Type.Optional(Type.Integer({ description: 'How many may wait.' })),
      window_seconds: Type.Optional(Type.Integer()),
    },
    {
      description:
        'Nothing was charged, queued or kept: quota_used_up, waiting_list_full (also of a request that would wait), or too many requests a minute (rate_limited).',
    },
  ),
)

/** What a client may conclude from an outage. */
export const outcomeProblem = named(
  'OutcomeProblem',
  Type.Object(
    {
      type: Type.String(),
      title: Type.String(),
      status: Type.Literal(503),
      detail: Type.String(),
      code: Type.String({ examples: ['unavailable'] }),
      message: Type.String(),
      request_id: Type.String(),
      outcome: Type.Optional(
        oneOf(['none', 'unknown'], {
          description:
            'none: nothing happened. unknown: the request may have been accepted. In both cases send the same request again; it is never charged twice.',
        }),
      ),
    },
    { description: 'A dependency is down; see Retry-After and outcome.' },
  ),
)
