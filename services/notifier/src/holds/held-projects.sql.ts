import type { Queryable } from '@pagebell/postgres/database'

export type HeldProject = { account_id: string; project_id: string }

/** What nothing but a key file on its site, or the end of a pause, makes due again. */
const onHold = `status = 'held' and next_at is null`

/** Adds the projects of all accounts that have something on hold. Costs one index step for each of them. */
export async function insertHeldProjects(q: Queryable): Promise<void> {
  await q.query({
    name: 'insert-held-projects',
    text: `
      with recursive step as (
        (select account_id, project_id from deliveries where ${onHold} order by account_id, project_id limit 1)
        union all
        select following.* from step cross join lateral (
          select account_id, project_id from deliveries
          where ${onHold} and (account_id, project_id) > (step.account_id, step.project_id)
          order by account_id, project_id limit 1) following
      )
      insert into held_projects (account_id, project_id) select account_id, project_id from step
      on conflict (account_id, project_id) do nothing`,
  })
}

/** Projects of all accounts that are to be counted, those that have waited longest first. */
export async function findDueProjects(q: Queryable, limit: number): Promise<HeldProject[]> {
  const { rows } = await q.query<HeldProject>({
    name: 'find-held-projects',
    text: `select account_id, project_id from held_projects where next_at <= now()
      order by next_at limit $1`,
    values: [limit],
  })
  return rows
}

/** Locks a project that is to be counted until the transaction ends; false if another copy counts it, or has. */
export async function lockDueProject(q: Queryable, { account_id, project_id }: HeldProject): Promise<boolean> {
  const { rowCount } = await q.query({
    name: 'lock-held-project',
    text: `select from held_projects where account_id = $1 and project_id = $2 and next_at <= now()
      for update skip locked`,
    values: [account_id, project_id],
  })
  return rowCount === 1
}

export type HeldCount = { deliveries: number; paused: number; at: string }

/** How many deliveries of a project are on hold now, `max` for more, and how many of them by a pause. */
export async function countHeld(
  q: Queryable,
  { account_id, project_id }: HeldProject,
  max: number,
): Promise<HeldCount | undefined> {
  const { rows } = await q.query<HeldCount>({
    name: 'count-held-deliveries',
    text: `select count(*)::integer as deliveries,
        count(*) filter (where reason = 'channel_paused')::integer as paused, clock_timestamp() as at
      from (
        select reason from deliveries where account_id = $1 and project_id = $2 and ${onHold} limit $3
      ) held`,
    values: [account_id, project_id, max],
  })
  return rows[0]
}

/** Plans the next count of a project; without a delay there is none. */
export async function planCount(
  q: Queryable,
  { account_id, project_id }: HeldProject,
  delayMs: number | undefined,
): Promise<void> {
  const place = 'where account_id = $1 and project_id = $2'
  if (delayMs === undefined)
    await q.query({
      name: 'delete-held-project',
      text: `delete from held_projects ${place}`,
      values: [account_id, project_id],
    })
  else
    await q.query({
      name: 'plan-held-project',
      text: `update held_projects set next_at = clock_timestamp() + $3 * interval '1 millisecond' ${place}`,
      values: [account_id, project_id, delayMs],
    })
}
