import type { Queryable } from '@pagebell/postgres/database'
import { ensureProjectKey } from '../projects/projects.sql.ts'

/** False if the message was taken before. */
export async function takeMessage(q: Queryable, accountId: string, messageId: string): Promise<boolean> {
  const { rowCount } = await q.query({
    name: 'take-message',
    text: 'insert into taken_message (account_id, message_id) values ($1, $2) on conflict do nothing',
    values: [accountId, messageId],
  })
  return rowCount === 1
}

export type NewChecks = {
  account_id: string
  batch_id: string
  project_id: string
  project: string
  channel: string
  action: string
  submitted_at: string
}
export type CheckedUrl = { url: string; urlHash: Buffer; host: string }

/** Inserts checks that are due at `dueAt`, a time of RFC 3339 or `infinity`; one that exists stays as it is. */
export async function insertChecks(
  q: Queryable,
  batch: NewChecks,
  urls: CheckedUrl[],
  { traceparent, dueAt }: { traceparent: string | undefined; dueAt: string | undefined },
): Promise<void> {
  await ensureProjectKey(q, batch.account_id, batch.project_id)
  await q.query({
    name: 'insert-checks',
    text: `
      insert into page_check (account_id, batch_id, url_hash, channel, project_id, project, url, host, action,
        submitted_at, traceparent, due_at)
      select $1, $2, new.url_hash, $3, $4, $5, new.url, new.host, $6, $7, $8, coalesce($12, clock_timestamp())
      from unnest($9::bytea[], $10::text[], $11::text[]) as new (url_hash, url, host)
      on conflict (account_id, batch_id, url_hash, channel) do nothing`,
    values: [
      batch.account_id,
      batch.batch_id,
      batch.channel,
      batch.project_id,
      batch.project,
      batch.action,
      batch.submitted_at,
      traceparent ?? null,
      urls.map(({ urlHash }) => urlHash),
      urls.map(({ url }) => url),
      urls.map(({ host }) => host),
      dueAt ?? null,
    ],
  })
}

export type Check = {
  batch_id: string
  url_hash: Buffer
  channel: string
  project_id: string
  project: string
  url: string
  action: 'update' | 'delete'
  submitted_at: string
  holds: number
  retries: number
  traceparent: string | null
}

/** The checks of an account and host that are due, of at most `limit` rows, the longest due first. */
export async function findDueChecks(q: Queryable, accountId: string, host: string, limit: number): Promise<Check[]> {
  const { rows } = await q.query<Check>({
    name: 'find-due-checks',
    text: `
      select batch_id, url_hash, channel, project_id, project, url, action, submitted_at, holds, retries, traceparent
      from page_check where account_id = $1 and host = $2 and due_at <= clock_timestamp()
      order by due_at limit $3`,
    values: [accountId, host, limit],
  })
  return rows
}

type CheckKey = { accountId: string } & Pick<Check, 'batch_id' | 'url_hash' | 'channel'>

/** False if the check is gone: its project was deleted meanwhile. */
export async function endCheck(q: Queryable, { accountId, batch_id, url_hash, channel }: CheckKey): Promise<boolean> {
  const { rowCount } = await q.query({
    name: 'end-check',
    text: 'delete from page_check where account_id = $1 and batch_id = $2 and url_hash = $3 and channel = $4',
    values: [accountId, batch_id, url_hash, channel],
  })
  return rowCount === 1
}

/** Plans the next inspection of a page; returns when that is, undefined if the check is gone. */
export async function postponeCheck(
  q: Queryable,
  { accountId, batch_id, url_hash, channel }: CheckKey,
  { how, afterMs }: { how: 'hold' | 'retry'; afterMs: number },
): Promise<string | undefined> {
  const { rows } = await q.query<{ due_at: string }>({
    name: 'postpone-check',
    text: `
      update page_check set due_at = clock_timestamp() + $5 * interval '1 millisecond',
        holds = case when $6 = 'hold' then holds + 1 else holds end,
        retries = case when $6 = 'retry' then retries + 1 else 0 end
      where account_id = $1 and batch_id = $2 and url_hash = $3 and channel = $4
      returning due_at`,
    values: [accountId, batch_id, url_hash, channel, afterMs, how],
  })
  return rows[0]?.due_at
}

/** Makes the checks of a batch due that wait for a deploy. */
export async function releaseChecks(q: Queryable, accountId: string, batchId: string): Promise<void> {
  await q.query({
    name: 'release-checks',
    text: `
      update page_check set due_at = clock_timestamp()
      where account_id = $1 and batch_id = $2 and due_at = 'infinity'`,
    values: [accountId, batchId],
  })
}

export type WaitingCheck = Pick<Check, 'channel' | 'url' | 'url_hash' | 'action'>

/** Deletes the checks of a batch that wait for a deploy, and returns them. */
export async function deleteWaitingChecks(q: Queryable, accountId: string, batchId: string): Promise<WaitingCheck[]> {
  const { rows } = await q.query<WaitingCheck>({
    name: 'delete-waiting-checks',
    text: `
      delete from page_check where account_id = $1 and batch_id = $2 and due_at = 'infinity'
      returning channel, url, url_hash, action`,
    values: [accountId, batchId],
  })
  return rows
}

/** How many checks are due, counted up to `countTo`, and for how many seconds the longest due one has been. */
export async function measureChecks(q: Queryable, countTo: number): Promise<{ due: number; overdueSeconds: number }> {
  const { rows } = await q.query<{ due: number; overdueSeconds: number }>({
    name: 'measure-checks',
    text: `
      select count(*)::integer as due,
        greatest(0, coalesce(extract(epoch from clock_timestamp() - min(due_at)), 0))::float8 as "overdueSeconds"
      from (select due_at from page_check where due_at <= clock_timestamp() limit $1) counted`,
    values: [countTo],
  })
  return rows[0] ?? { due: 0, overdueSeconds: 0 }
}
