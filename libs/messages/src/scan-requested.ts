import { Type } from '@pagebell/schema/type'
import { defineMessage, time, uuid } from './define-message.ts'

export const scanRequested = defineMessage({
  name: 'scan.requested',
  version: 1,
  description: 'A sender says that pages of a project have changed, and not which: its watches are scanned now.',
  producer: 'intake',
  consumers: ['pages'],
  broadcastTo: [],
  schema: Type.Object(
    { account_id: uuid(), project_id: uuid(), requested_at: time() },
    { additionalProperties: false },
  ),
})
