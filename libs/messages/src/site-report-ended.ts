import { Type } from '@pagebell/schema/type'
import { defineMessage, host, time, uuid } from './define-message.ts'

const count = () => Type.Integer({ minimum: 0 })

/** A done report has no error, and a rating unless no page could be rated. */
export const siteReportEnded = defineMessage({
  name: 'site-report.ended',
  version: 1,
  description: 'A site report has ended: done, or failed. One that was cancelled is not announced.',
  producer: 'report',
  consumers: ['notifier'],
  broadcastTo: [],
  schema: Type.Object(
    {
      account_id: uuid(),
      project_id: uuid(),
      project: host(),
      site_report_id: uuid(),
      url: Type.String({ minLength: 1, maxLength: 2_048 }),
      ended_at: time(),
      status: Type.Union([Type.Literal('done'), Type.Literal('failed')]),
      rating: Type.Optional(
        Type.Object(
          {
            result: Type.Union([Type.Literal('good'), Type.Literal('decent'), Type.Literal('bad')]),
            score: Type.Integer({ minimum: 0, maximum: 100 }),
          },
          { additionalProperties: false },
        ),
      ),
      partial: Type.Optional(Type.Boolean()),
      requested: Type.Optional(count()),
      issues: Type.Optional(Type.Object({ fail: count(), warn: count() }, { additionalProperties: false })),
      error: Type.Optional(
        Type.Object({ code: Type.String({ minLength: 1 }), message: Type.String() }, { additionalProperties: false }),
      ),
    },
    { additionalProperties: false },
  ),
})
