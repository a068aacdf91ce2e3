import { Type } from '@pagebell/schema/type'
import { integerOrNull, named, time } from '../http/schemas.ts'

const period = named(
  'HookQuotaPeriod',
  Type.Object(
    {
      limit: integerOrNull({ description: 'null is unlimited.' }),
      used: Type.Integer(),
      remaining: integerOrNull(),
      resets_at: time('When it counts from zero again.'),
    },
    { description: 'Accepted URLs of a UTC day or month.' },
  ),
)

/** What a webhook request leaves of the quota. */
export const quota = named(
  'HookQuota',
  Type.Object({ day: period, month: period }, { description: 'The quota of the account after this request.' }),
)
