import { Type } from '@pagebell/schema/type'
import { defineMessage, time, uuid } from './define-message.ts'

export const checksIgnored = defineMessage({
  name: 'checks.ignored',
  version: 1,
  description: 'These checks, and no others, are left out of the scores of a project from now on.',
  producer: 'project',
  consumers: ['report'],
  broadcastTo: [],
  schema: Type.Object(
    {
      account_id: uuid(),
      project_id: uuid(),
      version: Type.Integer({ minimum: 1, description: 'an older version changes nothing' }),
      ignored: Type.Array(
        Type.Object(
          {
            check: Type.String({ minLength: 1, maxLength: 64 }),
            url: Type.Union([Type.String(), Type.Null()], { description: 'the one page; null for all of the project' }),
            reason: Type.String(),
            expires_at: Type.Union([time(), Type.Null()], { description: 'counted again from then on' }),
          },
          { additionalProperties: false },
        ),
        { maxItems: 500 },
      ),
    },
    { additionalProperties: false },
  ),
})
