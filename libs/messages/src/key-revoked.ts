import { Type } from '@pagebell/schema/type'
import { defineMessage, uuid } from './define-message.ts'

export const keyRevoked = defineMessage({
  name: 'key.revoked',
  version: 1,
  description: 'An API key is no longer good, or its account changed: caches drop it.',
  producer: 'project',
  consumers: [],
  broadcastTo: ['gateway'],
  schema: Type.Object({ account_id: uuid(), key_id: uuid() }, { additionalProperties: false }),
})
