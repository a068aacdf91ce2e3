import type { Statement } from '@pagebell/postgres/database'

export type AttemptRow = {
  id: string
  asked_at: string
  took_ms: number
  engine: string
  urls: number
  outcome: string
  reason: string | null
  engine_status: number | null
  engine_message: string | null
}

/** The requests that a delivery travelled in, oldest first. */
export function listAttempts(accountId: string, deliveryId: string): Statement {
  return {
    name: 'list-attempts',
    text: `
      select c.id, c.asked_at, c.took_ms, c.engine, c.urls, c.outcome, c.reason, c.status as engine_status,
        c.message as engine_message
      from deliveries d
      cross join unnest(d.calls) with ordinality as travelled (id, place)
      join engine_calls c on c.account_id = d.account_id and c.id = travelled.id
      where d.account_id = $1 and d.id = $2 order by travelled.place`,
    values: [accountId, deliveryId],
  }
}
