import { fault } from '@pagebell/faults/fault'
import { isId, requireIds } from '@pagebell/faults/ids'
import { decodeCursor, encodeCursor, refusedCursor } from '@pagebell/lists/cursor'
import { cutPage } from '@pagebell/lists/keyset'
import { isIsoTimestamp } from '@pagebell/lists/timestamp'
import type { Database } from '@pagebell/postgres/database'
import { Requests } from '@pagebell/rpc/contracts'
import { implement } from '@pagebell/rpc/serve-rpc'
import { findBatch, findBatchUrls } from '../batches/batches.sql.ts'
import { decodeChannelUrl } from '../batches/channel-url.ts'
import { toRequestReply } from './request-reply.ts'
import { findRequest, listRequests } from './requests.sql.ts'

const maxPerPage = 100
const maxUrls = 10

/** The calls of a project's webhook. Another account's project has as few as one that does not exist. */
export const requestsRpc = ({ db, retentionDays }: { db: Database; retentionDays: number }) =>
  implement(Requests, {
    async listRequests({ account_id, project_id, refused, source_id, per_page, cursor }) {
      requireIds({ account_id, project_id, ...(source_id !== undefined && { source_id }) })
      const sourceId = source_id?.toLowerCase()
      const shape = JSON.stringify(['requests', project_id, refused ?? null, sourceId ?? null])
      const after = cursor === undefined ? undefined : readPosition(cursor, shape)
      const limit = Math.min(Math.max(per_page, 1), maxPerPage)
      const filter = { accountId: account_id, projectId: project_id, refused, sourceId }
      const found = await listRequests(db.forAccount(account_id), filter, after, limit + 1)
      const { rows, last, more } = cutPage(found, limit)
      return {
        requests: rows.map(toRequestReply),
        ...(last !== undefined && more && { next_cursor: encodeCursor([last.received_at, last.request_id], shape) }),
      }
    },

    async getRequest({ account_id, project_id, request_id }) {
      requireIds({ account_id, project_id, request_id })
      const q = db.forAccount(account_id)
      const project = { accountId: account_id, projectId: project_id }
      const request = await findRequest(q, project, request_id.toLowerCase())
      if (request === undefined) throw fault('not_found', 'There is no such request in the last seven days.')
      const { batch_id } = request
      const batch = batch_id === null ? undefined : await findBatch(q, project, batch_id, retentionDays)
      if (batch === undefined) return { request: toRequestReply(request), urls: [] }
      const stored = await findBatchUrls(q, project, batch.batch_id, { from: 0, to: maxUrls })
      const urls = stored.map((text) => decodeChannelUrl(batch.channel, text).url)
      return { request: toRequestReply(request), urls: [...new Set(urls)] }
    },
  })

function readPosition(cursor: string, shape: string): [string, string] {
  const [time, id, ...more] = decodeCursor(cursor, shape)
  if (!isIsoTimestamp(time) || !isId(id) || more.length > 0) throw refusedCursor()
  return [time, id]
}
