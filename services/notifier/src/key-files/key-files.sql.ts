import type { Queryable } from '@pagebell/postgres/database'

export type KeyFile = { account_id: string; project_id: string; host: string; url: string }
/** A key file as it was last fetched: a problem says why engines would not accept it. */
export type CheckedKeyFile = { host: string; url: string; checked_at: string | null; problem: string | null }

/** Adds a host whose key file is checked from now on; a known one stays as it is. */
export async function insertKeyFile(q: Queryable, { account_id, project_id, host, url }: KeyFile): Promise<void> {
  await q.query({
    name: 'note-key-file',
    text: `insert into key_files (account_id, project_id, host, url, next_at) values ($1, $2, $3, $4, clock_timestamp())
      on conflict (account_id, project_id, host) do nothing`,
    values: [account_id, project_id, host, url],
  })
}

/**
 * The page by which the key file of a host is checked: from now on `chosen` where it is given, and `url` for a host that
 * is not known yet. What is known of another page is forgotten.
 */
export async function putKeyFile(
  q: Queryable,
  { account_id, project_id, host, url }: KeyFile,
  chosen: string | undefined,
): Promise<string> {
  const { rows } = await q.query<{ url: string }>({
    name: 'put-key-file',
    text: `insert into key_files as k (account_id, project_id, host, url, next_at)
      values ($1, $2, $3, coalesce($5, $4), clock_timestamp())
      on conflict (account_id, project_id, host) do update set url = coalesce($5, k.url),
        checked_at = case when k.url = coalesce($5, k.url) then k.checked_at end,
        problem = case when k.url = coalesce($5, k.url) then k.problem end
      returning url`,
    values: [account_id, project_id, host, url, chosen ?? null],
  })
  return rows[0]?.url ?? url
}

/** Claims key files that are due for a check, and schedules their next one at once. */
export async function claimKeyFiles(q: Queryable, limit: number, intervalMs: number): Promise<KeyFile[]> {
  const { rows } = await q.query<KeyFile>({
    name: 'claim-key-files',
    text: `
      with due as (
        select account_id, project_id, host from key_files where next_at <= now()
        order by next_at limit $1 for update skip locked
      )
      update key_files k set next_at = clock_timestamp() + $2 * interval '1 millisecond'
      from due where k.account_id = due.account_id and k.project_id = due.project_id and k.host = due.host
      returning k.account_id, k.project_id, k.host, k.url`,
    values: [limit, intervalMs],
  })
  return rows
}

/** Records a check that was made just now, unless the file is checked by another page meanwhile. */
export async function recordKeyFile(
  q: Queryable,
  { account_id, project_id, host, url }: KeyFile,
  problem: string | undefined,
): Promise<void> {
  await q.query({
    name: 'record-key-file',
    text: `update key_files set checked_at = clock_timestamp(), problem = $4
      where account_id = $1 and project_id = $2 and host = $3 and url = $5`,
    values: [account_id, project_id, host, problem ?? null, url],
  })
}

export async function listKeyFiles(q: Queryable, accountId: string, projectId: string): Promise<CheckedKeyFile[]> {
  const { rows } = await q.query<CheckedKeyFile>({
    name: 'list-key-files',
    text: `select host, url, checked_at, problem from key_files where account_id = $1 and project_id = $2
      order by host limit 100`,
    values: [accountId, projectId],
  })
  return rows
}

export async function deleteKeyFiles(q: Queryable, accountId: string, projectId: string): Promise<void> {
  await q.query({
    name: 'delete-key-files',
    text: 'delete from key_files where account_id = $1 and project_id = $2',
    values: [accountId, projectId],
  })
}

/** A host whose deliveries are held until its key file is right; without a URL when nothing is held any more. */
export type KeyCheck = { account_id: string; project_id: string; channel: string; host: string; url: string | null }

/** SQL: what only a right key file makes due; not what is paused, nor what waits for the reset of a quota. */
const awaitsKey = `status = 'held' and next_at is null and reason is distinct from 'channel_paused'`

/**
 * Schedules checks of a host's key file until it is right; one that is scheduled stays as it is, locked until the
 * transaction ends. In the transaction that holds deliveries for it, before they are written: a release that is under
 * way is waited for, and none ends the check before it can see them.
 */
export async function insertKeyCheck(
  q: Queryable,
  channel: string,
  { account_id, project_id, host }: { account_id: string; project_id: string; host: string },
  delayMs: number,
): Promise<void> {
  await q.query({
    name: 'insert-key-check',
    text: `insert into key_checks as c (account_id, project_id, channel, host, next_at)
      values ($1, $2, $3, $4, clock_timestamp() + $5 * interval '1 millisecond')
      on conflict (account_id, project_id, channel, host) do update set next_at = c.next_at`,
    values: [account_id, project_id, channel, host, delayMs],
  })
}

/** Claims due checks, and schedules the next of each at once, so that a copy that dies does not delay it for long. */
export async function claimKeyChecks(
  q: Queryable,
  limit: number,
  intervalMs: number,
  maxIntervalMs: number,
): Promise<KeyCheck[]> {
  const { rows } = await q.query<KeyCheck>({
    name: 'claim-key-checks',
    text: `
      with due as (
        select * from key_checks where next_at <= now() order by next_at limit $1 for update skip locked
      )
      update key_checks c set checks = c.checks + 1,
        next_at = clock_timestamp() + least($2 * power(2, least(c.checks, 20)), $3) * interval '1 millisecond'
      from due
      where c.account_id = due.account_id and c.project_id = due.project_id and c.channel = due.channel
        and c.host = due.host
      returning c.account_id, c.project_id, c.channel, c.host,
        (select url from deliveries d where d.account_id = c.account_id and d.project_id = c.project_id
          and d.host = c.host and d.channel = c.channel and ${awaitsKey} limit 1) as url`,
    values: [limit, intervalMs, maxIntervalMs],
  })
  return rows
}

const placeOf = ({ account_id, project_id, channel, host }: KeyCheck) => [account_id, project_id, channel, host]
const ofPlace = 'account_id = $1 and project_id = $2 and channel = $3 and host = $4'

/**
 * Locks a check until the transaction ends, and has it made again after `delayMs` in case the release that now begins
 * is interrupted; false if it is over. Each statement after it sees what was held before.
 */
export async function lockKeyCheck(q: Queryable, check: KeyCheck, delayMs: number): Promise<boolean> {
  const { rowCount } = await q.query({
    name: 'lock-key-check',
    text: `update key_checks set checks = 0, next_at = clock_timestamp() + $5 * interval '1 millisecond'
      where ${ofPlace}`,
    values: [...placeOf(check), delayMs],
  })
  return rowCount > 0
}

/** Makes up to `limit` deliveries due that were held for the key file; returns how many. Waits for locked rows. */
export async function releaseHeld(q: Queryable, check: KeyCheck, limit: number): Promise<number> {
  const { rowCount } = await q.query({
    name: 'release-held',
    text: `
      with held as (
        select account_id, id from deliveries where ${ofPlace} and ${awaitsKey} limit $5 for update
      )
      update deliveries d set status = 'retrying', next_at = clock_timestamp(), unverified = 0
      from held where d.account_id = held.account_id and d.id = held.id`,
    values: [...placeOf(check), limit],
  })
  return rowCount
}

/** Ends a check. In the transaction that has locked it and found nothing more to release. */
export async function deleteKeyCheck(q: Queryable, check: KeyCheck): Promise<void> {
  await q.query({ name: 'delete-key-check', text: `delete from key_checks where ${ofPlace}`, values: placeOf(check) })
}

export async function deleteKeyChecks(q: Queryable, accountId: string, projectId: string): Promise<void> {
  await q.query({
    name: 'delete-key-checks',
    text: 'delete from key_checks where account_id = $1 and project_id = $2',
    values: [accountId, projectId],
  })
}
