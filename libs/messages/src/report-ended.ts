import { Type } from '@pagebell/schema/type'
import { defineMessage, host, time, uuid } from './define-message.ts'

const result = Type.Union([Type.Literal('good'), Type.Literal('decent'), Type.Literal('bad')])
const score = Type.Integer({ minimum: 0, maximum: 100 })
const rating = Type.Object({ result, score }, { additionalProperties: false })

/** Exactly one of rating and error. */
export const reportEnded = defineMessage({
  name: 'report.ended',
  version: 1,
  description: 'A run of a report has ended: done with a rating, or failed.',
  producer: 'report',
  consumers: ['notifier'],
  broadcastTo: [],
  schema: Type.Object(
    {
      account_id: uuid(),
      project_id: uuid(),
      project: host(),
      report_id: uuid(),
      run_id: uuid(),
      url: Type.String({ minLength: 1, maxLength: 2_048 }),
      ended_at: time(),
      rating: Type.Optional(rating),
      before: Type.Optional(rating),
      error: Type.Optional(
        Type.Object({ code: Type.String({ minLength: 1 }), message: Type.String() }, { additionalProperties: false }),
      ),
    },
    { additionalProperties: false },
  ),
})
