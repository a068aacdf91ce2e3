import type { Queryable } from '@pagebell/postgres/database'

/** Rows that a count reads of each status; what has more is that many "or more". */
const maxCounted = 1_000
/** No index lists what is delivered: the newest of all statuses are read, and what is older is "or more". */
const maxRead = 3_000

export type CountFilter = {
  accountId: string
  project?: string | undefined
  channel?: string | undefined
  batchId?: string | undefined
  from?: string | undefined
  until?: string | undefined
}

export type StatusCount = { status: string; count: number; is_capped: boolean }

/**
 * How many deliveries are in each of these statuses. Reads a bounded number of rows of each along an index, so that a
 * log of any size takes about as long.
 */
export async function countStatuses(q: Queryable, filter: CountFilter, statuses: string[]): Promise<StatusCount[]> {
  const values: unknown[] = []
  const parameter = (value: unknown) => `$${values.push(value)}`
  const where = [`account_id = ${parameter(filter.accountId)}`]
  if (filter.project !== undefined) where.push(`project = ${parameter(filter.project)}`)
  if (filter.batchId !== undefined) where.push(`batch_id = ${parameter(filter.batchId)}`)
  if (filter.from !== undefined) where.push(`submitted_at >= ${parameter(filter.from)}`)
  if (filter.until !== undefined) where.push(`submitted_at < ${parameter(filter.until)}`)
  const matches = filter.channel === undefined ? 'true' : `channel = ${parameter(filter.channel)}`
  const newest = (condition: string, counted: string, limit: number): string => `
    select count(*)::integer as read, count(*) filter (where ${counted})::integer as count
    from (select channel, status from deliveries where ${where.join(' and ')} and ${condition}
      order by submitted_at desc, id desc limit ${limit}) as newest`
  // "<> 'delivered'" is repeated for the planner: the index of statuses covers only what is not delivered.
  const others = statuses.filter((status) => status !== 'delivered')
  const ofStatus = newest(`status = s.status and status <> 'delivered'`, matches, maxCounted + 1)
  const text = `
    select s.status, c.read, c.count from unnest(${parameter(others)}::text[]) as s (status), lateral (${ofStatus}) c
    union all
    select 'delivered', c.read, c.count from (${newest('true', `status = 'delivered' and ${matches}`, maxRead + 1)}) c`
  const { rows } = await q.query<{ status: string; read: number; count: number }>({ text, values })
  return rows.map(({ status, read, count }) => ({
    status,
    count: Math.min(count, maxCounted),
    is_capped: count > maxCounted || read > (status === 'delivered' ? maxRead : maxCounted),
  }))
}

export type EndedHour = { hour: string; delivered: number; rejected: number }

/** What ended in each hour from then on, oldest first; hours without any are missing. */
export async function findEndedHours(
  q: Queryable,
  accountId: string,
  projectId: string | undefined,
  from: string,
): Promise<EndedHour[]> {
  const { rows } = await q.query<EndedHour>({
    name: projectId === undefined ? 'find-ended-hours-of-account' : 'find-ended-hours',
    text: `
      select hour, sum(delivered)::integer as delivered, sum(rejected)::integer as rejected from delivery_hours
      where account_id = $1 and hour >= $2 ${projectId === undefined ? '' : 'and project_id = $3'}
      group by hour order by hour`,
    values: projectId === undefined ? [accountId, from] : [accountId, from, projectId],
  })
  return rows
}

export type ProjectCount = { project_id: string; delivered: number; rejected: number }

/** What ended of each of these projects from then on; a project without any is missing. */
export async function countEnded(
  q: Queryable,
  accountId: string,
  projectIds: string[],
  from: string,
): Promise<ProjectCount[]> {
  const { rows } = await q.query<ProjectCount>({
    name: 'count-ended',
    text: `
      select project_id, sum(delivered)::integer as delivered, sum(rejected)::integer as rejected from delivery_hours
      where account_id = $1 and project_id = any ($2) and hour >= $3 group by project_id`,
    values: [accountId, projectIds, from],
  })
  return rows
}

export type ChannelTime = { channel: string; delivered: number; p50_ms: number; p95_ms: number }

/** How long the newest deliveries of a project took from their submission to the engine's answer. Reads as many as a count. */
export async function measureTimes(q: Queryable, accountId: string, project: string): Promise<ChannelTime[]> {
  const { rows } = await q.query<ChannelTime>({
    name: 'measure-times',
    text: `
      select channel, count(*)::integer as delivered,
        percentile_cont(0.5) within group (order by ms) as p50_ms,
        percentile_cont(0.95) within group (order by ms) as p95_ms
      from (
        select channel, status, extract(epoch from delivered_at - submitted_at)::float8 * 1000 as ms from deliveries
        where account_id = $1 and project = $2 order by submitted_at desc, id desc limit $3
      ) newest
      where status = 'delivered' and ms is not null
      group by channel order by channel`,
    values: [accountId, project, maxRead],
  })
  return rows
}

/** Deletes the counts of hours that are so many days old. */
export async function deleteOldHours(q: Queryable, days: number): Promise<void> {
  await q.query({
    name: 'delete-old-hours',
    text: 'delete from delivery_hours where hour < clock_timestamp() - make_interval(days => $1)',
    values: [days],
  })
}
