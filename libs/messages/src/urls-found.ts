import { Type } from '@pagebell/schema/type'
import { defineMessage, host, uuid } from './define-message.ts'
import { urlsPerMessage } from './urls-submitted.ts'

export const urlsFound = defineMessage({
  name: 'urls.found',
  version: 1,
  description:
    'Pages of a project to which checks of other pages lead: the target of a redirect, a canonical page. Submitted with pre-flight once the quota has room.',
  producer: 'pages',
  consumers: ['intake'],
  broadcastTo: [],
  schema: Type.Object(
    {
      account_id: uuid(),
      project_id: uuid(),
      project: host(),
      channel: Type.String({ minLength: 1, maxLength: 32 }),
      urls: Type.Array(Type.String({ minLength: 1, maxLength: 8_192 }), { minItems: 1, maxItems: urlsPerMessage }),
    },
    { additionalProperties: false },
  ),
})
