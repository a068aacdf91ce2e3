import { afterPosition, orderBy } from '@pagebell/lists/keyset'
import type { Queryable } from '@pagebell/postgres/database'
import { projectKey } from '../projects/projects.sql.ts'

export const pageStates = ['live', 'noindex', 'gone', 'moved', 'canonical', 'unknown'] as const

export type ListedPage = {
  /** Hex digits. */
  url_hash: string
  url: string
  state: string
  status: number | null
  seen_at: string
  changed_at: string | null
  target: string | null
  words: number | null
  announced: { channel: string; state: string; at: string }[]
}

export type PageFilter = {
  accountId: string
  projectId: string
  changedSince: string | undefined
  state: string | undefined
  urlHash?: Buffer | undefined
}

const byUrl = ['url_hash']
const byChange = ['changed_at', 'url_hash']

/** Pages after the position, by URL, or by their last change where that is asked for. */
export async function listPages(
  q: Queryable,
  { accountId, projectId, changedSince, state, urlHash }: PageFilter,
  after: string[] | undefined,
  limit: number,
): Promise<ListedPage[]> {
  const values: unknown[] = [accountId, projectId]
  const parameter = (value: unknown) => `$${values.push(value)}`
  const where = [`project_key = ${projectKey}`]
  if (changedSince !== undefined) where.push(`changed_at >= ${parameter(changedSince)}`)
  if (state !== undefined) where.push(`state = ${parameter(state)}`)
  if (urlHash !== undefined) where.push(`url_hash = ${parameter(urlHash)}`)
  const order = changedSince === undefined ? byUrl : byChange
  if (after !== undefined) {
    const [hash = '', changedAt] = [...after].reverse()
    where.push(afterPosition(order, 'asc', values.length + 1))
    values.push(...(changedAt === undefined ? [] : [changedAt]), Buffer.from(hash, 'hex'))
  }
  const { rows } = await q.query<ListedPage>({
    text: `
      select encode(p.url_hash, 'hex') as url_hash, p.url, p.state, p.status, p.seen_at, p.changed_at, p.words,
        coalesce(p.target, p.canonical) as target,
        (select coalesce(json_agg(json_build_object('channel', t.channel, 'state', t.state, 'at', t.announced_at)
            order by t.channel), '[]')
          from page_announcement t
          where t.project_key = p.project_key and t.url_hash = p.url_hash) as announced
      from (
        select * from page where ${where.join(' and ')} ${orderBy(order, 'asc')} limit ${parameter(limit)}
      ) p ${orderBy(order, 'asc')}`,
    values,
  })
  return rows
}

export type ListedVerdict = {
  id: string
  at: string
  batch_id: string
  channel: string
  action: string
  verdict: string
  reason: string | null
  status: number | null
  changed: string[] | null
}

const newest = ['judged_at', 'id']

/** What was decided of a page, newest first, after the position. */
export async function listVerdicts(
  q: Queryable,
  page: { accountId: string; projectId: string; urlHash: Buffer },
  after: [at: string, id: string] | undefined,
  limit: number,
): Promise<ListedVerdict[]> {
  const values: unknown[] = [page.accountId, page.projectId, page.urlHash, limit]
  const continued = after === undefined ? '' : `and ${afterPosition(newest, 'desc', values.length + 1)}`
  const { rows } = await q.query<ListedVerdict>({
    text: `select id, judged_at as at, batch_id, channel, action, verdict, reason, status, changed from page_verdict
      where account_id = $1 and project_id = $2 and url_hash = $3 ${continued}
      ${orderBy(newest, 'desc')} limit $4`,
    values: [...values, ...(after ?? [])],
  })
  return rows
}

export type VerdictCount = { verdict: string; reason: string | null; urls: number }

/** The decisions of the last days by verdict and reason, at most the newest `limit` of them. */
export async function countVerdicts(
  q: Queryable,
  { accountId, projectId }: { accountId: string; projectId: string },
  days: number,
  limit: number,
): Promise<VerdictCount[]> {
  const { rows } = await q.query<VerdictCount>({
    name: 'count-verdicts',
    text: `
      select verdict, reason, count(*)::integer as urls from (
        select verdict, reason from page_verdict
        where account_id = $1 and project_id = $2 and judged_at > now() - make_interval(days => $3)
          and verdict <> 'hold'
        order by judged_at desc limit $4
      ) newest
      group by verdict, reason order by verdict, reason nulls first`,
    values: [accountId, projectId, days, limit],
  })
  return rows
}
