import type { Statement } from '@pagebell/postgres/database'

export function unwatchBatch(accountId: string, batchId: string): Statement {
  return {
    name: 'unwatch-batch',
    text: 'delete from watched_batches where account_id = $1 and batch_id = $2',
    values: [accountId, batchId],
  }
}
