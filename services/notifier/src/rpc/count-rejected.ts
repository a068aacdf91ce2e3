import type { Database } from '@pagebell/postgres/database'
import type { Deliveries } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import { countRejected as statement } from '../queries/count-rejected.ts'
import { isUuid, requireTime } from '../read-request.ts'

export function countRejected({ db }: { db: Database }): Handler<typeof Deliveries, 'countRejected'> {
  return async ({ account_id, rejected_since, project }) => {
    const since = requireTime('rejected_since', rejected_since)
    if (!isUuid(account_id)) return { count: 0 }
    const { rows } = await db.of(account_id).query<{ count: number }>(statement(account_id, since, project))
    return { count: rows[0]?.count ?? 0 }
  }
}
