import { afterPosition, orderBy } from '@pagebell/lists/keyset'
import { escapeLike } from '@pagebell/lists/like'
import type { Queryable } from '@pagebell/postgres/database'

/** A delivery as the protocol shows it. With a lease, of the version before, next_at is the end of that, and is not shown. */
const deliveryColumns = `id, batch_id, project, channel, action, url, status, attempts, submitted_at,
  case when lease is null then next_at end as next_at, delivered_at, reason, engine_status, engine_message, engine,
  last_attempt_at, not_checked, checked`

export type DeliveryRow = {
  id: string
  batch_id: string
  project: string
  channel: string
  action: string
  url: string
  status: string
  attempts: number
  submitted_at: string
  next_at: string | null
  delivered_at: string | null
  reason: string | null
  engine_status: number | null
  engine_message: string | null
  engine: string | null
  last_attempt_at: string | null
  /** Why it was sent without a check of its page. */
  not_checked: string | null
  checked: CheckedPage | null
}

/** What was found on the page before it was sent or skipped. */
export type CheckedPage = {
  status?: number
  indexable?: boolean
  canonical?: string
  changed?: string[]
  at: string
}

export type DeliveryFilter = {
  accountId: string
  project?: string | undefined
  status?: string | undefined
  channel?: string | undefined
  url?: { text: string; hash: Buffer } | undefined
  batchId?: string | undefined
  from?: string | undefined
  until?: string | undefined
}

const order = ['submitted_at', 'id']

/** Newest first, after the position if there is one. Every filter but the channel has an index. */
export async function listDeliveries(
  q: Queryable,
  filter: DeliveryFilter,
  after: [string, string] | undefined,
  limit: number,
): Promise<DeliveryRow[]> {
  const { values, where } = conditionsOf(filter, after)
  const { rows } = await q.query<DeliveryRow>({
    text: `select ${deliveryColumns} from deliveries where ${where} ${orderBy(order, 'desc')} limit $${values.push(limit)}`,
    values,
  })
  return rows
}

/** The conditions of a list, and their values. */
function conditionsOf(
  filter: DeliveryFilter,
  after: [string, string] | undefined,
): { values: unknown[]; where: string } {
  const values: unknown[] = []
  const parameter = (value: unknown) => `$${values.push(value)}`
  const where = [`account_id = ${parameter(filter.accountId)}`]
  if (filter.project !== undefined) where.push(`project = ${parameter(filter.project)}`)
  if (filter.status !== undefined) where.push(`status = ${parameter(filter.status)}`)
  // Repeated as text for the planner: the partial index covers only deliveries that are not delivered.
  if (filter.status !== undefined && filter.status !== 'delivered') where.push(`status <> 'delivered'`)
  if (filter.channel !== undefined) where.push(`channel = ${parameter(filter.channel)}`)
  if (filter.url !== undefined)
    where.push(`url_hash = ${parameter(filter.url.hash)}`, `url = ${parameter(filter.url.text)}`)
  if (filter.batchId !== undefined) where.push(`batch_id = ${parameter(filter.batchId)}`)
  if (filter.from !== undefined) where.push(`submitted_at >= ${parameter(filter.from)}`)
  if (filter.until !== undefined) where.push(`submitted_at < ${parameter(filter.until)}`)
  if (after !== undefined) {
    where.push(afterPosition(order, 'desc', values.length + 1))
    values.push(...after)
  }
  return { values, where: where.join(' and ') }
}

/** Deliveries that one search reads: few enough that a rare text is not searched for in a whole log at once. */
const rowsPerSearch = 5_000

/** Matching deliveries, and the last that was searched if there may be more. */
export type SearchedDeliveries = { rows: DeliveryRow[]; searched: DeliveryRow | undefined }

/** Deliveries whose URL contains the text, in any case, among the next ones after the position. Newest first. */
export async function searchDeliveries(
  q: Queryable,
  filter: DeliveryFilter,
  search: string,
  after: [string, string] | undefined,
  limit: number,
): Promise<SearchedDeliveries> {
  const { values, where } = conditionsOf(filter, after)
  const parameter = (value: unknown) => `$${values.push(value)}`
  const matches = `url ilike ${parameter(`%${escapeLike(search)}%`)}`
  // The portion is read along the index of its list; "is_last" is known only if the portion is full.
  const { rows } = await q.query<DeliveryRow & { matches: boolean; is_last: boolean }>({
    text: `with portion as materialized (
        select *, row_number() over (${orderBy(order, 'desc')}) as place from (
          select * from deliveries where ${where} ${orderBy(order, 'desc')} limit ${rowsPerSearch}) as read
      ), found as (
        select *, ${matches} as matches, place = ${rowsPerSearch} as is_last from portion where ${matches} or place = ${rowsPerSearch}
      )
      (select ${deliveryColumns}, matches, is_last from found where matches ${orderBy(order, 'desc')} limit ${parameter(limit)})
      union all
      (select ${deliveryColumns}, false as matches, is_last from found where is_last)`,
    values,
  })
  const searched = rows.find(({ matches: isMatch, is_last }) => !isMatch && is_last)
  const found = rows.filter(({ matches: isMatch }) => isMatch)
  const toRow = ({ matches: _matches, is_last: _last, ...row }: (typeof rows)[number]): DeliveryRow => row
  return { rows: found.map(toRow), searched: searched && toRow(searched) }
}

/** A delivery of the account, and of this project if it is named. */
export async function findDelivery(
  q: Queryable,
  accountId: string,
  id: string,
  project: string | undefined,
): Promise<DeliveryRow | undefined> {
  const { rows } = await q.query<DeliveryRow>({
    name: 'find-delivery',
    text: `select ${deliveryColumns} from deliveries where account_id = $1 and id = $2 and project = coalesce($3, project)`,
    values: [accountId, id, project ?? null],
  })
  return rows[0]
}

/** A position in a batch along its unique index: the URL's hash in hexadecimal digits, and the channel. */
export type BatchPosition = [urlHash: string, channel: string]
export const batchStart: BatchPosition = ['', '']

export type BatchRow = DeliveryRow & { url_hash: string }

type BatchFilter = {
  accountId: string
  batchId: string
  /** Hashes of the URLs to find; none for all. */
  hashes: Buffer[]
}

/** Deliveries of a batch after the position. */
export async function findBatch(
  q: Queryable,
  { accountId, batchId, hashes }: BatchFilter,
  after: BatchPosition,
  limit: number,
): Promise<BatchRow[]> {
  const isOfAll = hashes.length === 0
  const rowsOfBatch = `select * from deliveries
      where account_id = $1 and batch_id = $2 and (url_hash, channel) > (decode($3, 'hex'), $4)`
  // Each URL by the index. As one condition the planner may choose to scan the whole batch, for every portion of it that
  // is read; "offset 0" keeps the planner from merging the two.
  const rowsOfUrls = `unnest($6::bytea[]) as wanted (hash), lateral (${rowsOfBatch} and url_hash = wanted.hash offset 0)`
  const { rows } = await q.query<BatchRow>({
    name: isOfAll ? 'find-batch' : 'find-batch-urls',
    text: `select ${deliveryColumns}, encode(url_hash, 'hex') as url_hash
      from ${isOfAll ? `(${rowsOfBatch})` : rowsOfUrls} as deliveries
      order by deliveries.url_hash, channel limit $5`,
    values: [accountId, batchId, ...after, limit, ...(isOfAll ? [] : [hashes])],
  })
  return rows
}

export type AttemptRow = {
  id: string
  asked_at: string
  took_ms: number
  engine: string
  urls: number
  outcome: string
  reason: string | null
  engine_status: number | null
  engine_message: string | null
}

/** The requests in which a delivery was sent, oldest first. */
export async function listAttempts(q: Queryable, accountId: string, deliveryId: string): Promise<AttemptRow[]> {
  const { rows } = await q.query<AttemptRow>({
    name: 'list-attempts',
    text: `
      select c.id, c.asked_at, c.took_ms, c.engine, c.urls, c.outcome, c.reason, c.status as engine_status,
        c.message as engine_message
      from deliveries d
      cross join unnest(d.calls) with ordinality as travelled (id, place)
      join engine_calls c on c.account_id = d.account_id and c.id = travelled.id
      where d.account_id = $1 and d.id = $2 order by travelled.place`,
    values: [accountId, deliveryId],
  })
  return rows
}

/** Deliveries of the account that were rejected since then, of this project if it is named. */
export async function countRejected(
  q: Queryable,
  accountId: string,
  since: string,
  project: string | undefined,
): Promise<number> {
  const { rows } = await q.query<{ count: number }>({
    name: 'count-rejected',
    text: `select count(*)::integer as count from deliveries
      where account_id = $1 and status = 'rejected' and last_attempt_at >= $2 and project = coalesce($3, project)`,
    values: [accountId, since, project ?? null],
  })
  return rows[0]?.count ?? 0
}
