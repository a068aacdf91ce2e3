import { Type } from '@pagebell/schema/type'
import { defineMessage, time } from './define-message.ts'
import { submittedFields } from './urls-submitted.ts'

/** Seconds for which a batch may wait for a deploy. */
export const maxWaitSeconds = 1_800

/** When the pages of a batch may be checked. */
const schedule = () =>
  Type.Object(
    {
      not_before: Type.Optional(time()),
      wait: Type.Optional(
        Type.Object(
          {
            url: Type.String({ minLength: 1, maxLength: 2_048, description: 'of the project' }),
            contains: Type.String({ minLength: 1, maxLength: 200, description: 'what the answer has once it is time' }),
            for_seconds: Type.Integer({
              minimum: 1,
              maximum: maxWaitSeconds,
              description: 'from not_before on, or from when it was submitted',
            }),
            over: Type.Unsafe<'send' | 'drop'>({
              type: 'string',
              enum: ['send', 'drop'],
              description: 'when the time has passed, the URLs are checked all the same, or skipped',
            }),
          },
          { additionalProperties: false },
        ),
      ),
    },
    { additionalProperties: false, description: 'when the pages may be checked; absent: at once' },
  )

/**
 * Published beside urls.submitted for a batch with pre-flight. It is a separate message because the broker confirms a message
 * that reached one of several queues: with two consumers, urls.submitted could be lost to the notifier without notice.
 */
export const pagesSubmitted = defineMessage({
  name: 'pages.submitted',
  version: 1,
  description: 'Accepted URLs whose pages are checked before they are sent to an engine. Split as urls.submitted is.',
  producer: 'intake',
  consumers: ['pages'],
  broadcastTo: [],
  schema: Type.Object({ ...submittedFields, schedule: Type.Optional(schedule()) }, { additionalProperties: false }),
})
