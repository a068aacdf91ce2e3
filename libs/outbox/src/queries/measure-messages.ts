import type { Statement } from '@pagebell/postgres/database'

export type Backlog = { messages: number; oldest_seconds: number }

/** What has not been confirmed by the broker, counted up to `countTo`. */
export const measureMessages = (countTo: number): Statement => ({
  name: 'outbox-measure-messages',
  text: `
    select
      (select count(*)::integer from (select from outbox limit $1) counted) as messages,
      coalesce(extract(epoch from clock_timestamp() - (select min(created_at) from outbox)), 0)::float8 as oldest_seconds`,
  values: [countTo],
})
