import type { Statement } from '@pagebell/postgres/database'
import { deliveryColumns } from './delivery-columns.ts'

/** One of an account's; of this project alone if it is named. */
export function findDelivery(accountId: string, id: string, project: string | undefined): Statement {
  return {
    name: 'find-delivery',
    text: `select ${deliveryColumns} from deliveries where account_id = $1 and id = $2 and project = coalesce($3, project)`,
    values: [accountId, id, project ?? null],
  }
}
