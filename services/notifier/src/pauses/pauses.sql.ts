import type { Queryable } from '@pagebell/postgres/database'
import { type ClaimedIds, isClaimed, isOpen } from '../deliveries/claims.sql.ts'

/** In place of the ids of an account and a project: all of them. */
export const everywhere = '00000000-0000-0000-0000-000000000000'

/** Whose channel is paused. */
export type PausedChannel = { accountId: string; projectId: string; channel: string }

/** Pausing a paused channel changes nothing. */
export async function pauseChannel(q: Queryable, { accountId, projectId, channel }: PausedChannel): Promise<void> {
  await q.query({
    name: 'pause-channel',
    text: `insert into paused_channels (account_id, project_id, channel) values ($1, $2, $3)
      on conflict (account_id, project_id, channel) do nothing`,
    values: [accountId, projectId, channel],
  })
}

export async function deletePause(q: Queryable, { accountId, projectId, channel }: PausedChannel): Promise<void> {
  await q.query({
    name: 'resume-channel',
    text: 'delete from paused_channels where account_id = $1 and project_id = $2 and channel = $3',
    values: [accountId, projectId, channel],
  })
}

const ofResumption = 'channel_resumptions where account_id = $1 and project_id = $2 and channel = $3'

/**
 * Remembers, in the transaction that ends a pause, that what it held is still to be released. Waits for a release that
 * is under way: it does not see what was held since, and may be about to end the resumption before.
 */
export async function insertResumption(q: Queryable, { accountId, projectId, channel }: PausedChannel): Promise<void> {
  await q.query({
    name: 'insert-resumption',
    text: `insert into channel_resumptions (account_id, project_id, channel) values ($1, $2, $3)
      on conflict (account_id, project_id, channel) do update set channel = excluded.channel`,
    values: [accountId, projectId, channel],
  })
}

/** Some of the resumptions of all accounts that have not ended. */
export async function findResumptions(q: Queryable): Promise<PausedChannel[]> {
  const { rows } = await q.query<{ account_id: string; project_id: string; channel: string }>({
    name: 'find-resumptions',
    text: 'select account_id, project_id, channel from channel_resumptions limit 500',
  })
  return rows.map(({ account_id, project_id, channel }) => ({ accountId: account_id, projectId: project_id, channel }))
}

/** Locks a resumption until the transaction ends; false if it is over, or under way elsewhere. */
export async function lockResumption(q: Queryable, { accountId, projectId, channel }: PausedChannel): Promise<boolean> {
  const { rowCount } = await q.query({
    name: 'lock-resumption',
    text: `select from ${ofResumption} for update skip locked`,
    values: [accountId, projectId, channel],
  })
  return rowCount > 0
}

export async function deleteResumption(q: Queryable, { accountId, projectId, channel }: PausedChannel): Promise<void> {
  const values = [accountId, projectId, channel]
  await q.query({ name: 'delete-resumption', text: `delete from ${ofResumption}`, values })
}

/**
 * Makes up to `limit` deliveries that the pause has held due again, except those that another pause still covers, which
 * its end releases; returns how many. Waits for locked rows. `q` sees the rows of all accounts: a pause for everybody
 * belongs to none.
 */
export async function releasePaused(
  q: Queryable,
  { accountId, projectId, channel }: PausedChannel,
  limit: number,
): Promise<number> {
  const isPaused = (account: string, project: string) => `exists (select from paused_channels p
    where p.account_id = ${account} and p.project_id = ${project} and p.channel = $1)`
  const { rowCount } = await q.query({
    text: `
      with held as (
        select account_id, id from deliveries d
        where ${accountId === everywhere ? '' : 'account_id = $4 and project_id = $5 and'} channel = $1
          and status = 'held' and next_at is null and reason = 'channel_paused'
          and not ${isPaused('$3', '$3')} and not ${isPaused('d.account_id', 'd.project_id')}
        limit $2 for update
      )
      update deliveries d set status = 'retrying', reason = null, next_at = clock_timestamp()
      from held where d.account_id = held.account_id and d.id = held.id`,
    values: [channel, limit, everywhere, ...(accountId === everywhere ? [] : [accountId, projectId])],
  })
  return rowCount
}

/** The channels that are paused for a project, by its own pause or by one for everybody. */
export async function listPauses(q: Queryable, accountId: string, projectId: string): Promise<string[]> {
  const { rows } = await q.query<{ channel: string }>({
    name: 'list-pauses',
    text: `select distinct channel from paused_channels
      where (account_id = $1 and project_id = $2) or (account_id = $3 and project_id = $3) order by channel`,
    values: [accountId, projectId, everywhere],
  })
  return rows.map(({ channel }) => channel)
}

/** Rows that one statement holds. */
const maxHeld = 5_000

/**
 * Returns whether the channel is paused for the project, or everywhere; if so, ends the claim, and holds its deliveries
 * and more of the site's. The lock on the pause makes a resumption wait, which then releases these too. What is not
 * paused costs one look, whatever the number of deliveries.
 */
export async function holdIfPaused(
  q: Queryable,
  channel: string,
  group: { project_id: string; host: string },
  { accountId, lease, ids }: ClaimedIds,
): Promise<boolean> {
  const paused = await listPauses(q, accountId, group.project_id)
  if (!paused.includes(channel)) return false
  const { rowCount } = await q.query({
    name: 'hold-paused',
    text: `
      with paused as materialized (
        select channel from paused_channels
        where channel = $1 and ((account_id = $2 and project_id = $3) or (account_id = $7 and project_id = $7))
        for share
      ), mine as (
        delete from delivery_claims where exists (select from paused) and account_id = $2 and lease = $5 returning lease
      ), claimed as materialized (
        select id from deliveries d
        where exists (select from mine) and account_id = $2 and id = any ($6::uuid[]) and ${isOpen}
        for update
      ), due as materialized (
        select id from deliveries d
        where exists (select from paused) and account_id = $2 and project_id = $3 and channel = $1
          and host = $4 and lease is null and next_at is not null and not ${isClaimed}
        limit ${maxHeld} for update skip locked
      ), held as (
        update deliveries d set status = 'held', reason = 'channel_paused', next_at = null
        from (select id from claimed union all select id from due) one
        where d.account_id = $2 and d.id = one.id
      )
      select channel from paused limit 1`,
    values: [channel, accountId, group.project_id, group.host, lease, ids, everywhere],
  })
  return rowCount > 0
}
