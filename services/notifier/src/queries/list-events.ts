import { afterPosition, orderBy } from '@pagebell/lists/keyset'
import type { Statement } from '@pagebell/postgres/database'
import { eventColumns } from './event-columns.ts'

export type EventFilter = {
  accountId: string
  projectId: string
  type?: string | undefined
  status?: string | undefined
}

const order = ['created_at', 'id']

/** Newest first, after the position if there is one, each with its attempts. */
export function listEvents(filter: EventFilter, after: [string, string] | undefined, limit: number): Statement {
  const values: unknown[] = [filter.accountId, filter.projectId]
  const parameter = (value: unknown) => `$${values.push(value)}`
  const where = ['account_id = $1', 'project_id = $2']
  if (filter.type !== undefined) where.push(`type = ${parameter(filter.type)}`)
  if (filter.status !== undefined) where.push(`status = ${parameter(filter.status)}`)
  if (after !== undefined) {
    where.push(afterPosition(order, 'desc', values.length + 1))
    values.push(...after)
  }
  return {
    text: `
      select ${eventColumns}, coalesce(tried.tries, '[]') as tries
      from (
        select * from outbound_events where ${where.join(' and ')} ${orderBy(order, 'desc')} limit ${parameter(limit)}
      ) e
      left join lateral (
        select json_agg(json_build_object(
          'at', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'took_ms', took_ms, 'status', a.status,
          'reason', reason, 'answer', answer) order by attempt) as tries
        from event_attempts a where a.account_id = e.account_id and a.event_id = e.id
      ) tried on true
      ${orderBy(order, 'desc')}`,
    values,
  }
}
