import type { Queryable } from '@pagebell/postgres/database'

/** `over`: the text has not come in time. */
export type EndOfWait = 'seen' | 'over'

export type NewWait = {
  accountId: string
  batchId: string
  projectId: string
  url: string
  contains: string
  over: 'send' | 'drop'
  beginsAt: string
  endsAt: string
}

/**
 * Makes a batch wait, and returns how its wait has ended; null while it waits. Locks the wait until the transaction
 * ends, so that it does not end between the answer and the checks that depend on it.
 */
export async function joinWait(q: Queryable, wait: NewWait): Promise<EndOfWait | null> {
  const { rows } = await q.query<{ ended_as: EndOfWait | null }>({
    name: 'join-wait',
    text: `
      insert into deploy_wait as w (account_id, batch_id, project_id, url, contains, over, due_at, ends_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8)
      on conflict (account_id, batch_id) do update set url = w.url
      returning ended_as`,
    values: [
      wait.accountId,
      wait.batchId,
      wait.projectId,
      wait.url,
      wait.contains,
      wait.over,
      wait.beginsAt,
      wait.endsAt,
    ],
  })
  return rows[0]?.ended_as ?? null
}

export type DueWait = {
  account_id: string
  batch_id: string
  project_id: string
  url: string
  contains: string
  over: 'send' | 'drop'
  is_over: boolean
}

type ClaimLimits = { urls: number; urlsPerAccount: number; afterMs: number }

/**
 * The waits for the URLs that are due longest, all waits for one URL of an account together. Their next request is
 * `afterMs` from now, whether this one succeeds or not.
 */
export async function claimDueWaits(q: Queryable, { urls, urlsPerAccount, afterMs }: ClaimLimits): Promise<DueWait[]> {
  const { rows } = await q.query<DueWait>({
    name: 'claim-due-waits',
    text: `
      with waiting as (
        select account_id, url, min(due_at) as due_at,
          row_number() over (partition by account_id order by min(due_at), url) as place
        from deploy_wait where ended_as is null and due_at <= clock_timestamp()
        group by account_id, url
      ), due as (
        select account_id, url from waiting where place <= $2 order by due_at limit $1
      ), locked as materialized (
        select w.account_id, w.batch_id from deploy_wait w join due using (account_id, url)
        where w.ended_as is null and w.due_at <= clock_timestamp() for update of w skip locked
      )
      update deploy_wait w set due_at = clock_timestamp() + $3 * interval '1 millisecond'
      from locked where w.account_id = locked.account_id and w.batch_id = locked.batch_id
      returning w.account_id, w.batch_id, w.project_id, w.url, w.contains, w.over,
        w.ends_at <= clock_timestamp() as is_over`,
    values: [urls, urlsPerAccount, afterMs],
  })
  return rows
}

/** False if the wait had ended before, or its project is deleted. */
export async function endWait(q: Queryable, accountId: string, batchId: string, how: EndOfWait): Promise<boolean> {
  const { rowCount } = await q.query({
    name: 'end-wait',
    text: `
      update deploy_wait set ended_as = $3, ended_at = clock_timestamp()
      where account_id = $1 and batch_id = $2 and ended_as is null`,
    values: [accountId, batchId, how],
  })
  return rowCount === 1
}
