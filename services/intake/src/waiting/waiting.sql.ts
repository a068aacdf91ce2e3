import type { Queryable } from '@pagebell/postgres/database'
import type { SiteUrl } from '../submissions/judge-urls.ts'

/** The waiting list of a project, and how its URLs are committed. */
export type WaitingList = {
  account_id: string
  project_id: string
  project: string
  token_hash: Buffer
}

/**
 * Takes a lease of 30 seconds on lists that are due: one of each account before a second one of any, so that an account
 * with many projects delays no other.
 */
export async function claimLists(q: Queryable, limit: number): Promise<WaitingList[]> {
  const { rows } = await q.query<WaitingList>({
    name: 'claim-waiting-lists',
    // The longest due thousand are put in order. Skipping locked rows lets any number of copies share the work.
    text: `
      with due as (
        select account_id, project_id, due_at from waiting_list where due_at <= pagebell_moment() order by due_at limit 1000
      ), next as (
        select account_id, project_id, row_number() over (partition by account_id order by due_at) as turn, due_at from due
      ), claimed as (
        select w.account_id, w.project_id from next join waiting_list w using (account_id, project_id)
        where w.due_at <= pagebell_moment()
        order by next.turn, next.due_at limit $1 for update of w skip locked
      )
      update waiting_list w set due_at = pagebell_moment() + interval '30 seconds' from claimed c
      where w.account_id = c.account_id and w.project_id = c.project_id
      returning w.account_id, w.project_id, w.project, w.token_hash`,
    values: [limit],
  })
  return rows
}

/** Until the transaction ends, nothing else is charged to the account, and nothing else changes its waiting lists. */
export async function lockAccount(q: Queryable, accountId: string): Promise<void> {
  await q.query({
    name: 'lock-account',
    text: 'select from account where account_id = $1 for no key update',
    values: [accountId],
  })
}

type KeptUrls = {
  accountId: string
  projectId: string
  project: string
  channel: string
  action: 'update' | 'delete'
  urls: SiteUrl[]
  maxWaiting: number
}

/**
 * Puts URLs with pre-flight on the waiting list of their project, due at once; false if the list has no room for them.
 * Needs the account's lock.
 */
export async function keepWaiting(
  q: Queryable,
  { accountId, projectId, project, channel, action, urls, maxWaiting }: KeptUrls,
): Promise<boolean> {
  const { rows } = await q.query<{ outcome: { outcome: string } }>({
    name: 'keep-waiting',
    text: `
      select keep_waiting($1, $2, $3, $4, $8, $5, $6, '[]', pagebell_moment(), pagebell_moment(), $7, true, false)
        as outcome`,
    values: [
      accountId,
      projectId,
      project,
      channel,
      Buffer.concat(urls.map(({ hash }) => hash)),
      urls.map(({ url }) => url),
      maxWaiting,
      action === 'delete',
    ],
  })
  return rows[0]?.outcome.outcome === 'waiting'
}

export type WaitingUrl = { hash: Buffer; url: string; channel: string; action: 'update' | 'delete'; preflight: boolean }

/** The URLs of a project that have waited longest. */
export async function findOldestUrls(
  q: Queryable,
  { account_id, project_id }: WaitingList,
  limit: number,
): Promise<WaitingUrl[]> {
  const { rows } = await q.query<WaitingUrl>({
    name: 'find-oldest-waiting-urls',
    text: `
      select url_hash as hash, url, channel, case when is_deletion then 'delete' else 'update' end as action, preflight
      from waiting_url where account_id = $1 and project_id = $2 order by waiting_since, url_hash limit $3`,
    values: [account_id, project_id, limit],
  })
  return rows
}

/** When the list is looked at again, in ms since 1970; null for at once, after the others. An empty list is no more. */
export async function setDue(
  q: Queryable,
  { account_id, project_id }: WaitingList,
  dueAt: number | null,
): Promise<void> {
  await q.query({
    name: 'set-waiting-list-due',
    text: `
      update waiting_list set due_at = coalesce(to_timestamp($3::bigint / 1000.0), pagebell_now())
      where account_id = $1 and project_id = $2`,
    values: [account_id, project_id, dueAt],
  })
}

/** Deletes what waits of a project. */
export async function deleteWaiting(q: Queryable, accountId: string, projectId: string): Promise<void> {
  // First the account, as every commit does.
  await lockAccount(q, accountId)
  const values = [accountId, projectId]
  await q.query({
    name: 'delete-waiting-urls',
    text: 'delete from waiting_url where account_id = $1 and project_id = $2',
    values,
  })
  await q.query({
    name: 'delete-waiting-list',
    text: `
      with gone as (delete from waiting_list where account_id = $1 and project_id = $2)
      update account a set has_waiting = exists (
        select from waiting_list w where w.account_id = $1 and w.project_id <> $2)
      where a.account_id = $1`,
    values,
  })
}

/** What waits of all accounts, and for how many seconds the list that is due the longest has been due. */
export async function measureWaiting(q: Queryable): Promise<{ urls: number; overdueSeconds: number }> {
  const { rows } = await q.query<{ urls: number; overdueSeconds: number }>({
    name: 'measure-waiting',
    text: `
      select coalesce(sum(urls), 0)::bigint as urls,
        greatest(0, coalesce(extract(epoch from pagebell_moment() - min(due_at)), 0))::float8 as "overdueSeconds"
      from waiting_list`,
    values: [],
  })
  return rows[0] ?? { urls: 0, overdueSeconds: 0 }
}
