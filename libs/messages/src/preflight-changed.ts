import { Type } from '@pagebell/schema/type'
import { defineMessage, uuid } from './define-message.ts'

export const preflightChanged = defineMessage({
  name: 'preflight.changed',
  version: 1,
  description: "Whether a project's pages are checked before they are announced.",
  producer: 'project',
  consumers: ['intake'],
  broadcastTo: [],
  schema: Type.Object(
    {
      account_id: uuid(),
      project_id: uuid(),
      version: Type.Integer({ minimum: 1, description: 'an older version changes nothing' }),
      preflight: Type.Boolean({ description: 'for webhook requests that do not say' }),
    },
    { additionalProperties: false },
  ),
})
