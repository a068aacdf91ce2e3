import { Type } from '@pagebell/schema/type'
import { defineMessage, time, uuid } from './define-message.ts'

export const quotaReached = defineMessage({
  name: 'quota.reached',
  version: 1,
  description: 'An account has used this much of a quota; once a period and threshold.',
  producer: 'intake',
  consumers: ['notifier'],
  broadcastTo: [],
  schema: Type.Object(
    {
      account_id: uuid(),
      period: Type.String({
        pattern: '^\\d{4}-\\d{2}(-\\d{2})?$',
        description: 'a UTC day or month, such as 2026-11-21',
      }),
      threshold: Type.Union([Type.Literal(80), Type.Literal(100)], { description: 'per cent' }),
      used: Type.Integer({ minimum: 1 }),
      limit: Type.Integer({ minimum: 1 }),
      reached_at: time(),
      resets_at: time(),
    },
    { additionalProperties: false },
  ),
})
