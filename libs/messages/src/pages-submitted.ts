import { Type } from '@pagebell/schema/type'
import { defineMessage } from './define-message.ts'
import { submittedFields } from './urls-submitted.ts'

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
  schema: Type.Object(submittedFields, { additionalProperties: false }),
})
