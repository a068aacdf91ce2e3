import { Type } from '@pagebell/schema/type'
import { defineMessage, host, time, uuid } from './define-message.ts'

const alert = Type.Object(
  {
    id: uuid(),
    when: Type.String({ minLength: 1, maxLength: 64, description: 'the kind of the rule, such as check_fails' }),
    title: Type.String({ minLength: 1, maxLength: 1_000 }),
    detail: Type.String({ minLength: 1, maxLength: 5_000 }),
    check: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
    severity: Type.Optional(Type.Union([Type.Literal('fail'), Type.Literal('warn')])),
    since: time(),
    site_report: Type.Optional(uuid()),
    report: Type.Optional(uuid()),
    url: Type.Optional(Type.String({ minLength: 1, maxLength: 8_192 })),
    pages: Type.Optional(Type.Integer({ minimum: 0 })),
  },
  { additionalProperties: false },
)

export const alertDigested = defineMessage({
  name: 'alert.digested',
  version: 1,
  description:
    'What the alert rules of a project have found since the last digest, and what is gone; once a day at most.',
  producer: 'report',
  consumers: ['notifier'],
  broadcastTo: [],
  schema: Type.Object(
    {
      account_id: uuid(),
      project_id: uuid(),
      project: host(),
      digest_id: uuid(),
      at: time(),
      date: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'in the zone of the project' }),
      opened: Type.Array(alert, { maxItems: 50 }),
      resolved: Type.Array(alert, { maxItems: 50 }),
      more: Type.Integer({ minimum: 0, description: 'alerts that are not listed' }),
    },
    { additionalProperties: false },
  ),
})
