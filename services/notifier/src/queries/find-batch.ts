import type { Statement } from '@pagebell/postgres/database'
import { deliveryColumns } from './delivery-columns.ts'

export function findBatch(accountId: string, batchId: string): Statement {
  return {
    name: 'find-batch',
    text: `select ${deliveryColumns} from deliveries where account_id = $1 and batch_id = $2 order by id limit 10000`,
    values: [accountId, batchId],
  }
}
