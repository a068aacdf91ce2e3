import { isId, requireIds } from '@pagebell/faults/ids'
import { invalidField } from '@pagebell/faults/invalid-field'
import { decodeCursor, encodeCursor, refusedCursor } from '@pagebell/lists/cursor'
import { cutPage } from '@pagebell/lists/keyset'
import { isIsoTimestamp, isTimestamp } from '@pagebell/lists/timestamp'
import type { Database } from '@pagebell/postgres/database'
import { Pages } from '@pagebell/rpc/contracts'
import { implement } from '@pagebell/rpc/serve-rpc'
import { changingBlockHandlers } from '../changing-blocks/changing-blocks.rpc.ts'
import type { TryPages } from '../checks/try-pages.ts'
import { lastmodHandlers } from '../lastmod/lastmod.rpc.ts'
import { pageRuleHandlers } from '../page-rules/page-rules.rpc.ts'
import { hashUrl } from '../url-hash.ts'
import { countVerdicts, type ListedPage, listPages, listVerdicts, pageStates } from './page-list.sql.ts'

const maxPerPage = 100
const maxTried = 10
const countedDays = 30
/** Decisions that one count reads. */
const maxCounted = 100_000

type PagesTools = { db: Database; tryPages: TryPages; publicUrl: string }

/** What is known of pages. Another account's project has as few as one that does not exist. */
export const pagesRpc = ({ db, tryPages, publicUrl }: PagesTools) =>
  implement(Pages, {
    ...pageRuleHandlers(db),
    ...lastmodHandlers({ db, publicUrl }),
    ...changingBlockHandlers(db),

    async listPages({ account_id, project_id, changed_since, state, url, per_page, cursor }) {
      requireIds({ account_id, project_id })
      if (changed_since !== undefined && !isTimestamp(changed_since))
        throw invalidField(
          'changed_since',
          'must be RFC 3339 and a year from 1970 to 9999, such as 2026-11-21T10:00:00Z',
        )
      if (state !== undefined && !pageStates.some((one) => one === state))
        throw invalidField('state', `must be one of: ${pageStates.join(', ')}`)
      // A list without the newer filter has the cursors that it had before there was one.
      const shape = JSON.stringify(['pages', project_id, changed_since, state, ...(url === undefined ? [] : [url])])
      const after = cursor === undefined ? undefined : readPosition(cursor, shape, changed_since !== undefined)
      const limit = Math.min(Math.max(per_page, 1), maxPerPage)
      const urlHash = url === undefined ? undefined : hashUrl(url)
      const filter = { accountId: account_id, projectId: project_id, changedSince: changed_since, state, urlHash }
      const found = await listPages(db.forAccount(account_id), filter, after, limit + 1)
      const { rows, last, more } = cutPage(found, limit)
      return {
        pages: rows.map(toPage),
        ...(last !== undefined && more && { next_cursor: encodeCursor(positionOf(last, changed_since), shape) }),
      }
    },

    async listVerdicts({ account_id, project_id, url, per_page, cursor }) {
      requireIds({ account_id, project_id })
      const shape = JSON.stringify(['verdicts', project_id, url])
      const after = cursor === undefined ? undefined : readVerdictPosition(cursor, shape)
      const limit = Math.min(Math.max(per_page, 1), maxPerPage)
      const page = { accountId: account_id, projectId: project_id, urlHash: hashUrl(url) }
      const found = await listVerdicts(db.forAccount(account_id), page, after, limit + 1)
      const { rows, last, more } = cutPage(found, limit)
      return {
        verdicts: rows.map(({ id: _id, reason, status, changed, ...always }) => ({
          ...always,
          ...(reason !== null && { reason }),
          ...(status !== null && { status }),
          changed: changed ?? [],
        })),
        ...(last !== undefined && more && { next_cursor: encodeCursor([last.at, last.id], shape) }),
      }
    },

    async countVerdicts({ account_id, project_id }) {
      requireIds({ account_id, project_id })
      const project = { accountId: account_id, projectId: project_id }
      const counts = await countVerdicts(db.forAccount(account_id), project, countedDays, maxCounted)
      return {
        days: countedDays,
        counts: counts.map(({ reason, ...count }) => ({ ...count, ...(reason !== null && { reason }) })),
        is_complete: counts.reduce((sum, { urls }) => sum + urls, 0) < maxCounted,
      }
    },

    async checkUrls({ account_id, project_id, project, channel, action, urls }) {
      requireIds({ account_id, project_id })
      if (urls.length < 1 || urls.length > maxTried) throw invalidField('urls', `must be from 1 to ${maxTried} URLs`)
      if (action !== 'update' && action !== 'delete') throw invalidField('action', 'must be one of: update, delete')
      const place = { accountId: account_id, projectId: project_id, project }
      return { urls: await tryPages({ ...place, channel, action, urls }) }
    },
  })

function toPage({ url_hash: _hash, changed_at, status, target, words, announced, ...always }: ListedPage) {
  return {
    ...always,
    ...(changed_at !== null && { changed_at }),
    ...(status !== null && { status }),
    ...(target !== null && { target }),
    ...(words !== null && { words }),
    announced: announced.map(({ at, ...one }) => ({ ...one, at: new Date(at).toISOString() })),
  }
}

const positionOf = ({ changed_at, url_hash }: ListedPage, changedSince: string | undefined): string[] =>
  changedSince === undefined ? [url_hash] : [changed_at ?? '', url_hash]

function readPosition(cursor: string, shape: string, isByChange: boolean): string[] {
  const position = decodeCursor(cursor, shape)
  const [hash, time, ...more] = [...position].reverse()
  if (typeof hash !== 'string' || !/^[0-9a-f]{32}$/.test(hash) || more.length > 0) throw refusedCursor()
  if (!isByChange) {
    if (time !== undefined) throw refusedCursor()
    return [hash]
  }
  if (!isIsoTimestamp(time)) throw refusedCursor()
  return [time, hash]
}

function readVerdictPosition(cursor: string, shape: string): [string, string] {
  const [time, id, ...more] = decodeCursor(cursor, shape)
  if (!isIsoTimestamp(time) || !isId(id) || more.length > 0) throw refusedCursor()
  return [time, id]
}
