import { Type } from '@pagebell/schema/type'
import { defineMessage } from './define-message.ts'
import { submittedFields, urlsPerMessage } from './urls-submitted.ts'

const { account_id, project_id, project, ...ofBatch } = submittedFields

/**
 * What several messages of version 1 say, of one project and without pre-flight, in one message. Of its URLs there are at most
 * as many as in one of version 1. Both versions are published: this one where it saves messages.
 */
export const urlsSubmittedV2 = defineMessage({
  name: 'urls.submitted',
  version: 2,
  description:
    'Several batches of a project, or parts of them, that were committed together. At most 1,000 URLs; without pre-flight.',
  producer: 'intake',
  consumers: ['notifier'],
  broadcastTo: [],
  schema: Type.Object(
    {
      account_id,
      project_id,
      project,
      batches: Type.Array(
        Type.Object(
          {
            ...ofBatch,
            batch_urls: Type.Integer({
              minimum: 1,
              description: 'how many URLs the whole batch has, in all its messages; one counts once a channel',
            }),
            traceparent: Type.Optional(
              Type.String({ maxLength: 64, description: 'W3C Trace Context of the request that submitted the batch' }),
            ),
          },
          { additionalProperties: false },
        ),
        {
          minItems: 1,
          maxItems: urlsPerMessage,
          description:
            'each with batch_id, channel, action, urls and submitted_at as in version 1, batch_urls and, with tracing, traceparent',
        },
      ),
    },
    { additionalProperties: false },
  ),
})
