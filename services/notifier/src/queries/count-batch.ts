import type { Statement } from '@pagebell/postgres/database'

export type BatchCounts = { delivered: number; rejected: number; dropped: number; set_aside: number }

/** How many deliveries of a batch ended how; no row as long as one is open, which is found without reading them all. */
export function countBatch(accountId: string, batchId: string): Statement {
  return {
    name: 'count-batch',
    text: `
      select count(*) filter (where status = 'delivered')::integer as delivered,
        count(*) filter (where status = 'rejected')::integer as rejected,
        count(*) filter (where status = 'dropped')::integer as dropped,
        count(*) filter (where status = 'set_aside')::integer as set_aside
      from deliveries
      where account_id = $1 and batch_id = $2 and not exists (
        select from deliveries
        where account_id = $1 and batch_id = $2 and status in ('pending', 'retrying', 'held')
      )
      having count(*) > 0`,
    values: [accountId, batchId],
  }
}
