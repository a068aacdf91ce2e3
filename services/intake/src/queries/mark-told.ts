import type { Queryable } from '@pagebell/postgres/database'
import type { Warning } from './claim-warnings.ts'

const text = `update quota_warning w set told_at = clock_timestamp()
from unnest($1::uuid[], $2::text[], $3::smallint[]) told (account_id, period, threshold)
where w.account_id = told.account_id and w.period = told.period and w.threshold = told.threshold`

/** The rows stay: they are what keeps a threshold from being told again. */
export async function markTold(q: Queryable, told: Warning[]): Promise<void> {
  const values = [
    told.map(({ account_id }) => account_id),
    told.map(({ period }) => period),
    told.map(({ threshold }) => threshold),
  ]
  await q.query({ name: 'mark-told', text, values })
}
