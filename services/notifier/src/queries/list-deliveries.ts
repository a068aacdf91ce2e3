import { afterPosition, orderBy } from '@pagebell/lists/keyset'
import type { Statement } from '@pagebell/postgres/database'
import { deliveryColumns } from './delivery-columns.ts'

export type DeliveryFilter = {
  accountId: string
  project?: string | undefined
  status?: string | undefined
  channel?: string | undefined
  url?: { text: string; hash: Buffer } | undefined
  batchId?: string | undefined
  from?: string | undefined
  until?: string | undefined
}

const order = ['submitted_at', 'id']

/** Newest first, after the position if there is one. Every filter but the channel has an index of its own. */
export function listDeliveries(filter: DeliveryFilter, after: [string, string] | undefined, limit: number): Statement {
  const values: unknown[] = []
  const parameter = (value: unknown) => `$${values.push(value)}`
  const where = [`account_id = ${parameter(filter.accountId)}`]
  if (filter.project !== undefined) where.push(`project = ${parameter(filter.project)}`)
  if (filter.status !== undefined) where.push(`status = ${parameter(filter.status)}`)
  // Said as text too, for the planner: the index of what is not delivered covers these only.
  if (filter.status !== undefined && filter.status !== 'delivered') where.push(`status <> 'delivered'`)
  if (filter.channel !== undefined) where.push(`channel = ${parameter(filter.channel)}`)
  if (filter.url !== undefined)
    where.push(`url_hash = ${parameter(filter.url.hash)}`, `url = ${parameter(filter.url.text)}`)
  if (filter.batchId !== undefined) where.push(`batch_id = ${parameter(filter.batchId)}`)
  if (filter.from !== undefined) where.push(`submitted_at >= ${parameter(filter.from)}`)
  if (filter.until !== undefined) where.push(`submitted_at < ${parameter(filter.until)}`)
  if (after !== undefined) {
    where.push(afterPosition(order, 'desc', values.length + 1))
    values.push(...after)
  }
  return {
    text: `select ${deliveryColumns} from deliveries where ${where.join(' and ')} ${orderBy(order, 'desc')}
      limit ${parameter(limit)}`,
    values,
  }
}
