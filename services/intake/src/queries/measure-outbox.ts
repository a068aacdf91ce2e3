import type { Queryable } from '@pagebell/postgres/database'

const text = `select
  (select count(*)::integer from (select from outbox limit $1) counted) as batches,
  coalesce(extract(epoch from clock_timestamp() - (select min(created_at) from outbox)), 0)::float8 as "oldestSeconds"`

/** How much waits for RabbitMQ, counted up to `countTo`. */
export async function measureOutbox(
  q: Queryable,
  countTo: number,
): Promise<{ batches: number; oldestSeconds: number }> {
  const { rows } = await q.query<{ batches: number; oldestSeconds: number }>({
    name: 'measure-outbox',
    text,
    values: [countTo],
  })
  return rows[0] ?? { batches: 0, oldestSeconds: 0 }
}
