import { deliveryStatuses } from '@pagebell/channel-settings/delivery-statuses'
import { fault } from '@pagebell/faults/fault'
import { isId } from '@pagebell/faults/ids'
import { decodeCursor, encodeCursor, refusedCursor } from '@pagebell/lists/cursor'
import { cutPage } from '@pagebell/lists/keyset'
import { isIsoTimestamp } from '@pagebell/lists/timestamp'
import type { Database, Queryable } from '@pagebell/postgres/database'
import type { Deliveries } from '@pagebell/rpc/contracts'
import type { HandlersOf } from '@pagebell/rpc/serve-rpc'
import { hashUrl, readBatchPosition, readTime, requireTime, toAttempt, toDelivery } from './delivery.ts'
import { countRejected, findBatch, findDelivery, listAttempts, listDeliveries, searchDeliveries } from './log.sql.ts'

const maxPerPage = 100
/** What a caller gets that does not ask for pages. */
const maxOfBatch = 10_000
/** URLs of one call. */
const maxUrls = 1_000

type DeliveryRpcTools = {
  db: Database
  /** An account's rows, maybe from a replica that lags. */
  lists: (accountId: string) => Queryable
}

/** The delivery log. Another account's deliveries are as unknown as those that do not exist. */
export const deliveryHandlers = ({
  db,
  lists,
}: DeliveryRpcTools): Omit<HandlersOf<typeof Deliveries>, 'requeueDeliveries'> => ({
  async listDeliveries(request) {
    const { account_id: accountId, project, status, channel, url, batch_id: batchId } = request
    if (status !== undefined && !deliveryStatuses.some((one) => one === status)) {
      const text = `Use one of ${deliveryStatuses.join(', ')}.`
      throw fault('invalid', 'There is no such status.', { errors: { status: [text] } })
    }
    const from = readTime('from', request.from)
    const until = readTime('until', request.until)
    const { search } = request
    const shape = JSON.stringify(['deliveries', project, status, channel, url, batchId, from, until, search])
    const after = request.cursor === undefined ? undefined : readPosition(request.cursor, shape)
    if (!isId(accountId) || (batchId !== undefined && !isId(batchId))) return { deliveries: [] }

    const hashed = url === undefined ? undefined : { text: url, hash: hashUrl(url) }
    const filter = { accountId, project, status, channel, url: hashed, batchId, from, until }
    const limit = Math.min(Math.max(request.per_page, 1), maxPerPage)
    const q = lists(accountId)
    const { rows: found, searched } =
      search === undefined
        ? { rows: await listDeliveries(q, filter, after, limit + 1), searched: undefined }
        : await searchDeliveries(q, filter, search, after, limit + 1)
    const { rows, last, more } = cutPage(found, limit)
    const next = more ? last : searched
    return {
      deliveries: rows.map(toDelivery),
      ...(next !== undefined && { next_cursor: encodeCursor([next.submitted_at, next.id], shape) }),
      ...(!more && searched !== undefined && { searched_to: searched.submitted_at }),
    }
  },

  async getBatch({ account_id, batch_id, per_page = maxOfBatch, cursor, urls }) {
    if (urls.length > maxUrls)
      throw fault('invalid', `urls are more than ${maxUrls}.`, {
        errors: { urls: [`must be at most ${maxUrls} URLs`] },
      })
    const shape = JSON.stringify(['batch', account_id, batch_id])
    const after = readBatchPosition(cursor, shape)
    if (!isId(account_id) || !isId(batch_id)) return { deliveries: [] }
    const limit = Math.min(Math.max(per_page, 1), maxOfBatch)
    const batch = { accountId: account_id, batchId: batch_id, hashes: urls.map(hashUrl) }
    const found = await findBatch(db.forAccount(account_id), batch, after, limit + 1)
    const { rows, last, more } = cutPage(found, limit)
    return {
      deliveries: rows.map(({ url_hash: _urlHash, ...row }) => toDelivery(row)),
      ...(last !== undefined && more && { next_cursor: encodeCursor([last.url_hash, last.channel], shape) }),
    }
  },

  async getDelivery({ account_id, delivery_id, project }) {
    if (!isId(account_id) || !isId(delivery_id)) throw noDelivery()
    const q = db.forAccount(account_id)
    const delivery = await findDelivery(q, account_id, delivery_id, project)
    if (delivery === undefined) throw noDelivery()
    const attempts = await listAttempts(q, account_id, delivery_id)
    return { delivery: toDelivery(delivery), attempts: attempts.map(toAttempt) }
  },

  async countRejected({ account_id, rejected_since, project }) {
    const since = requireTime('rejected_since', rejected_since)
    if (!isId(account_id)) return { count: 0 }
    return { count: await countRejected(db.forAccount(account_id), account_id, since, project) }
  },
})

function readPosition(cursor: string, shape: string): [string, string] {
  const [time, id, ...more] = decodeCursor(cursor, shape)
  if (!isIsoTimestamp(time) || !isId(id) || more.length > 0) throw refusedCursor()
  return [time, id]
}

const noDelivery = () => fault('not_found', 'There is no such delivery.')
