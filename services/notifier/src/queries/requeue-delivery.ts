import type { Statement } from '@pagebell/postgres/database'
import { dueAgain } from './due-again.ts'

export function requeueDelivery(accountId: string, id: string, project: string | undefined): Statement {
  return {
    name: 'requeue-delivery',
    text: `update deliveries set ${dueAgain}
      where account_id = $1 and id = $2 and status in ('rejected', 'held') and lease is null
        and project = coalesce($3, project)`,
    values: [accountId, id, project ?? null],
  }
}
