import { Type } from '@pagebell/schema/type'
import { defineMessage, host, time, uuid } from './define-message.ts'

export const watchTroubled = defineMessage({
  name: 'watch.troubled',
  version: 1,
  description: 'A scan of a sitemap or feed found what its owner should know, which the scan before did not find.',
  producer: 'pages',
  consumers: ['notifier', 'report'],
  broadcastTo: [],
  schema: Type.Object(
    {
      account_id: uuid(),
      project_id: uuid(),
      project: host(),
      watch: Type.String({ minLength: 1, maxLength: 64 }),
      scan_id: uuid(),
      url: Type.String({ minLength: 1, maxLength: 8_192 }),
      at: time(),
      problems: Type.Array(
        Type.Object(
          {
            code: Type.String({ minLength: 1, maxLength: 64 }),
            detail: Type.String({ minLength: 1, maxLength: 1_000 }),
            file: Type.Optional(Type.String({ minLength: 1, maxLength: 8_192 })),
          },
          { additionalProperties: false },
        ),
        { minItems: 1, maxItems: 20 },
      ),
    },
    { additionalProperties: false },
  ),
})
