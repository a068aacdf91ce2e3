import { Type } from '@pagebell/schema/type'
import { defineMessage, host, time, uuid } from './define-message.ts'

/** A larger batch travels in several messages, all but the last of them full. */
export const urlsPerMessage = 1_000

/**
 * The CloudEvents extension that tells how many URLs the whole batch has, in all its messages; one counts once a channel. It is
 * no field, which consumers of before would refuse.
 */
export const batchUrls = 'batchurls'

/** A part of a batch, as the notifier and pages receive it. */
export const submittedFields = {
  batch_id: uuid(),
  account_id: uuid(),
  project_id: uuid(),
  project: host(),
  channel: Type.String({ minLength: 1, maxLength: 32 }),
  action: Type.Union([Type.Literal('update'), Type.Literal('delete')]),
  urls: Type.Array(Type.String({ minLength: 1, maxLength: 8_192 }), { minItems: 1, maxItems: urlsPerMessage }),
  submitted_at: time(),
}

export const urlsSubmitted = defineMessage({
  name: 'urls.submitted',
  version: 1,
  description: 'Accepted and charged URLs to send to an engine. A batch is split at 1,000 URLs.',
  producer: 'intake',
  consumers: ['notifier'],
  broadcastTo: [],
  extensions: {
    [`cloudEvents:${batchUrls}`]: {
      type: 'string',
      pattern: '^\\d+$',
      description: 'how many URLs the whole batch has, in all its messages; one counts once a channel',
    },
  },
  schema: Type.Object(
    {
      ...submittedFields,
      preflight: Type.Optional(
        Type.Boolean({ description: 'true: sent once pages.checked has a verdict; otherwise at once' }),
      ),
      waits_until: Type.Optional({
        ...time(),
        description: 'with pre-flight: its pages are checked from then on at the latest',
      }),
    },
    { additionalProperties: false },
  ),
})
