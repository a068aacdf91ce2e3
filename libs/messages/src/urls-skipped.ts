import { Type } from '@pagebell/schema/type'
import { defineMessage, uuid } from './define-message.ts'
import { urlsPerMessage } from './urls-submitted.ts'

export const urlsSkipped = defineMessage({
  name: 'urls.skipped',
  version: 1,
  description: 'URLs of a batch that are not sent to this channel: their charge is given back.',
  producer: 'notifier',
  consumers: ['intake'],
  broadcastTo: [],
  schema: Type.Object(
    {
      batch_id: uuid(),
      account_id: uuid(),
      project_id: uuid(),
      channel: Type.String({ minLength: 1, maxLength: 32 }),
      urls: Type.Array(Type.String({ minLength: 1, maxLength: 8_192 }), { minItems: 1, maxItems: urlsPerMessage }),
    },
    { additionalProperties: false },
  ),
})
