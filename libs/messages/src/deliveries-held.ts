import { Type } from '@pagebell/schema/type'
import { defineMessage, time, uuid } from './define-message.ts'

const maxCounted = 1_000

export const deliveriesHeld = defineMessage({
  name: 'deliveries.held',
  version: 1,
  description:
    'How many deliveries of a project are on hold until someone acts: every hour while any is, and once when none is any more.',
  producer: 'notifier',
  consumers: ['report'],
  broadcastTo: [],
  schema: Type.Object(
    {
      account_id: uuid(),
      project_id: uuid(),
      deliveries: Type.Integer({
        minimum: 0,
        maximum: maxCounted,
        description: 'on hold for their key file, or because their channel is paused; 1,000 for more',
      }),
      paused: Type.Integer({ minimum: 0, maximum: maxCounted, description: 'those of a channel that is paused' }),
      at: time(),
    },
    { additionalProperties: false },
  ),
})
