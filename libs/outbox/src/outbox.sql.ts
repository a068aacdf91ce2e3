import type { Queryable } from '@pagebell/postgres/database'

/** A row that the broker has not confirmed. */
export type Waiting = { id: string; message: string; body: unknown; traceparent: string | null; created_at: string }
export type Backlog = { messages: number; oldest_seconds: number }

type Row = {
  id: string
  message: string
  body: unknown
  traceparent: string | undefined
  /** The transaction's own account, if it has one, when undefined. */
  accountId: string | undefined
}

/** False if the outbox has a message with this id already. */
export async function insertMessage(q: Queryable, row: Row): Promise<boolean> {
  const { id, message, body, traceparent, accountId } = row
  const { rowCount } = await q.query({
    name: 'outbox-insert-message',
    text: `
    insert into outbox (id, message, body, traceparent, account_id)
    values ($1, $2, $3, $4, coalesce($5::uuid, account_in_charge()))
    on conflict do nothing`,
    values: [id, message, JSON.stringify(body), traceparent ?? null, accountId ?? null],
  })
  return rowCount === 1
}

type NewRow = Pick<Row, 'id' | 'body' | 'accountId'>

/** Messages of one kind and trace, whose ids no other message has. */
export async function insertMessages(
  q: Queryable,
  { message, traceparent }: Pick<Row, 'message' | 'traceparent'>,
  rows: NewRow[],
): Promise<void> {
  await q.query({
    name: 'outbox-insert-messages',
    text: `
    insert into outbox (id, message, body, traceparent, account_id)
    select id, $1, body::jsonb, $2, coalesce(account_id, account_in_charge())
    from unnest($3::uuid[], $4::text[], $5::uuid[]) as new (id, body, account_id)`,
    values: [
      message,
      traceparent ?? null,
      rows.map(({ id }) => id),
      rows.map(({ body }) => JSON.stringify(body)),
      rows.map(({ accountId }) => accountId ?? null),
    ],
  })
}

/** The kind of message with this id, undefined if there is none that this account may see. */
export async function findMessage(q: Queryable, id: string): Promise<string | undefined> {
  const { rows } = await q.query<{ message: string }>({
    name: 'outbox-find-message',
    text: 'select message from outbox where id = $1',
    values: [id],
  })
  return rows[0]?.message
}

/**
 * The oldest rows of these kinds that no other copy is publishing, of those made after a time. Kinds of message that this
 * copy does not know are left for one that does. Times are texts, since a `Date` has no microseconds.
 */
export async function claimMessages(
  q: Queryable,
  messages: string[],
  { after, limit }: { after: string; limit: number },
): Promise<Waiting[]> {
  const { rows } = await q.query<Waiting>({
    name: 'outbox-claim-messages',
    text: `
    select id, message, body, traceparent, created_at::text as created_at
    from outbox
    where message = any($1) and created_at > $2
    order by outbox.created_at
    limit $3
    for update skip locked`,
    values: [messages, after, limit],
  })
  return rows
}

export async function deleteMessages(q: Queryable, ids: string[]): Promise<void> {
  await q.query({ name: 'outbox-delete-messages', text: 'delete from outbox where id = any($1)', values: [ids] })
}

/** Counts up to `countTo` rows. */
export async function measureMessages(q: Queryable, countTo: number): Promise<Backlog[]> {
  const { rows } = await q.query<Backlog>({
    name: 'outbox-measure-messages',
    text: `
    select
      (select count(*)::integer from (select from outbox limit $1) counted) as messages,
      coalesce(extract(epoch from clock_timestamp() - (select min(created_at) from outbox)), 0)::float8 as oldest_seconds`,
    values: [countTo],
  })
  return rows
}
