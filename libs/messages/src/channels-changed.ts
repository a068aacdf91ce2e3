import { Type } from '@pagebell/schema/type'
import { defineMessage, uuid } from './define-message.ts'

const channels = (description: string, minItems: number) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 32 }), { description, minItems, maxItems: 16 })

export const channelsChanged = defineMessage({
  name: 'channels.changed',
  version: 1,
  description: 'A project can be sent by these channels from now on.',
  producer: 'project',
  consumers: ['intake'],
  broadcastTo: [],
  schema: Type.Object(
    {
      account_id: uuid(),
      project_id: uuid(),
      version: Type.Integer({ minimum: 1, description: 'an older version changes nothing' }),
      ready: channels('by which URLs can be sent', 1),
      chosen: channels('by which those URLs go that come without a channel', 1),
    },
    { additionalProperties: false },
  ),
})
