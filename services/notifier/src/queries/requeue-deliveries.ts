import type { Statement } from '@pagebell/postgres/database'

export type RequeueFilter = {
  accountId: string
  deliveryId: string | undefined
  batchId: string | undefined
  rejectedSince: string | undefined
  project: string | undefined
}

/** Rejected and held rows begin again as if they had just come. */
export function requeueDeliveries(filter: RequeueFilter): Statement {
  const values: unknown[] = [filter.accountId]
  const where: string[] = []
  if (filter.deliveryId !== undefined) where.push(`id = $${values.push(filter.deliveryId)}`)
  if (filter.batchId !== undefined) where.push(`batch_id = $${values.push(filter.batchId)}`)
  if (filter.rejectedSince !== undefined)
    where.push(`status = 'rejected' and last_attempt_at >= $${values.push(filter.rejectedSince)}`)
  if (filter.project !== undefined) where.push(`project = $${values.push(filter.project)}`)
  return {
    text: `update deliveries set status = 'pending', next_at = clock_timestamp(), reason = null,
        attempts = 0, failures = 0, unverified = 0, via = '',
        part = '00000000-0000-0000-0000-000000000000'
      where account_id = $1 and status in ('rejected', 'held') and lease is null and ${where.join(' and ')}`,
    values,
  }
}
