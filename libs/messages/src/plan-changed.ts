import { Type } from '@pagebell/schema/type'
import { defineMessage, uuid } from './define-message.ts'

const limit = (description: string) => Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], { description })

export const planChanged = defineMessage({
  name: 'plan.changed',
  version: 1,
  description: 'An account has these limits from now on.',
  producer: 'project',
  consumers: ['intake', 'report', 'pages'],
  broadcastTo: [],
  schema: Type.Object(
    {
      account_id: uuid(),
      limits: Type.Object({
        urls_per_day: limit('accepted URLs a UTC day; null is unlimited'),
        urls_per_month: limit('accepted URLs a UTC month; null is unlimited'),
        reports: Type.Optional(limit('reports at a time; null is unlimited')),
        analyses_per_minute: Type.Optional(limit('analyses asked for in a minute; null is unlimited')),
        analyses_per_day: Type.Optional(limit('analyses asked for in a UTC day; null is unlimited')),
        site_pages: Type.Optional(limit('pages of a site report; null or absent is unlimited')),
        hook_requests_per_minute: Type.Optional(
          limit('requests a minute at the webhooks; null or absent is unlimited'),
        ),
      }),
      version: Type.Integer({ minimum: 1, description: 'an older version changes nothing' }),
    },
    { additionalProperties: false },
  ),
})
