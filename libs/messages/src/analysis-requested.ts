import { Type } from '@pagebell/schema/type'
import { defineMessage, uuid } from './define-message.ts'

export const analysisRequested = defineMessage({
  name: 'analysis.requested',
  version: 1,
  description: 'A page has to be fetched and rated.',
  producer: 'report',
  consumers: ['analyzer'],
  broadcastTo: [],
  schema: Type.Object(
    {
      run_id: uuid(),
      report_id: uuid(),
      url: Type.String({ minLength: 1, maxLength: 2_048 }),
      // The analyzer serves accounts in rotation, or hosts if it is left out.
      account_id: Type.Optional(uuid()),
      ruleset: Type.Optional(Type.String({ description: 'the rule set asked for; the newest if left out' })),
    },
    { additionalProperties: false },
  ),
})
