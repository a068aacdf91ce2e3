import { Type } from '@pagebell/schema/type'
import { defineMessage, host, time, uuid } from './define-message.ts'

export const watchRecovered = defineMessage({
  name: 'watch.recovered',
  version: 1,
  description: 'A scan found none of the problems of watch.troubled any more, or the watch was deleted with them.',
  producer: 'pages',
  consumers: ['report'],
  broadcastTo: [],
  schema: Type.Object(
    {
      account_id: uuid(),
      project_id: uuid(),
      project: host(),
      watch: Type.String({ minLength: 1, maxLength: 64 }),
      at: time(),
    },
    { additionalProperties: false },
  ),
})
