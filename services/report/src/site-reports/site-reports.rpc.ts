import { fault } from '@pagebell/faults/fault'
import { isId, requireIds } from '@pagebell/faults/ids'
import { invalidField } from '@pagebell/faults/invalid-field'
import { decodeCursor, encodeCursor, refusedCursor } from '@pagebell/lists/cursor'
import { cutPage } from '@pagebell/lists/keyset'
import { checkPerPage } from '@pagebell/lists/page'
import type { Database } from '@pagebell/postgres/database'
import type { ListSitePagesRequest__Output as ListPagesRequest } from '@pagebell/protos/report/v1/site_reports'
import { SiteReports } from '@pagebell/rpc/contracts'
import { implement } from '@pagebell/rpc/serve-rpc'
import { createSiteReport } from './create-site-report.rpc.ts'
import { cancelSiteRun } from './end-site-run.ts'
import { compareIssues, findSiteIssues } from './site-issues.sql.ts'
import { listSitePages, type PageSort, pageSorts, type SitePagesQuery } from './site-pages.sql.ts'
import { noSuchSiteReport, parseSiteReportId, toSiteIssue, toSitePage, toSiteReport } from './site-report.ts'
import { deleteSiteReport, findSiteReport, listSiteReports, type SiteKey } from './site-reports.sql.ts'
import { findDoneBefore } from './site-run-ends.sql.ts'

const maxPagesPerCall = 1_000
/** Of the causes in a reply, and of its pages: a message has 16 MB. */
const maxReplyBytes = 8_000_000

/** The reports of whole sites. Another account's report is as unknown as one that does not exist. */
export function siteReportsRpc({ db }: { db: Database }) {
  const keyOf = ({ account_id, id }: { account_id: string; id: string }): SiteKey => {
    requireIds({ account_id })
    return { accountId: account_id, id: parseSiteReportId(id) }
  }

  async function find(key: SiteKey) {
    const row = await findSiteReport(db.forAccount(key.accountId), key)
    if (row === undefined) throw noSuchSiteReport()
    return row
  }

  return implement(SiteReports, {
    createSiteReport: (request) => createSiteReport(db, request),

    async getSiteReport({ check, is_brief: isBrief, ...asked }) {
      const key = keyOf(asked)
      if (check !== undefined) requireCheckId('check', check)
      const report = await find(key)
      const issues = await findSiteIssues(db.forAccount(key.accountId), key, {
        check,
        isBrief,
        maxBytes: maxReplyBytes,
      })
      return { ...toSiteReport(report), issues: issues.map(toSiteIssue) }
    },

    async listSiteReports({ account_id, project, per_page, cursor }) {
      requireIds({ account_id })
      checkPerPage(per_page)
      const shape = JSON.stringify(['site reports', project ?? null])
      const before = cursor === undefined ? undefined : readId(cursor, shape)
      const filter = { accountId: account_id, project, before }
      const { rows, last, more } = cutPage(
        await listSiteReports(db.forAccount(account_id), filter, per_page + 1),
        per_page,
      )
      const next_cursor = last !== undefined && more ? encodeCursor([last.id], shape) : undefined
      return { reports: rows.map(toSiteReport), ...(next_cursor !== undefined && { next_cursor }) }
    },

    async cancelSiteReport(asked) {
      const key = keyOf(asked)
      if (!(await db.forAccount(key.accountId).transaction((q) => cancelSiteRun(q, key)))) {
        const { status } = await find(key)
        throw fault('conflict', `The site report has ended: it is ${status}.`, { code: 'site_report_ended' })
      }
      return toSiteReport(await find(key))
    },

    async deleteSiteReport(asked) {
      const key = keyOf(asked)
      const isDeleted = await db.forAccount(key.accountId).transaction(async (q) => {
        await cancelSiteRun(q, key)
        return deleteSiteReport(q, key)
      })
      if (!isDeleted) throw noSuchSiteReport()
      return { id: key.id }
    },

    async listSitePages(asked) {
      const key = keyOf(asked)
      const { query, shape } = readPagesQuery(asked)
      const { limit } = query
      await find(key)
      if (query.notIn !== undefined) await find({ ...key, id: query.notIn })
      const read = await listSitePages(db.forAccount(key.accountId), key, { ...query, limit: limit + 1 })
      const { rows, last, more } = cutPage(read.pages, limit)
      const next_cursor =
        last !== undefined && (more || read.isCut) ? encodeCursor([last.key, last.number], shape) : undefined
      return { pages: rows.map(toSitePage), ...(next_cursor !== undefined && { next_cursor }) }
    },

    async compareSiteReports({ with_id, ...asked }) {
      const key = keyOf(asked)
      const q = db.forAccount(key.accountId)
      const report = await find(key)
      const withId = with_id === undefined ? await findDoneBefore(q, key, report.project) : parseSiteReportId(with_id)
      if (withId === undefined) throw nothingToCompare('No site report of the project before it was done.')
      const other = await find({ ...key, id: withId })
      if (report.status !== 'done' || other.status !== 'done') throw nothingToCompare('One of the two is not done.')
      if (report.project !== other.project) throw nothingToCompare('They are of two projects.')
      const compared = await compareIssues(q, key, withId)
      const issues = compared.map(({ check_id, severity, title, ...change }) => {
        return { check: check_id, severity, title, change }
      })
      return { report: toSiteReport(report), with: toSiteReport(other), issues }
    },
  })
}

const nothingToCompare = (reason: string) => fault('conflict', reason, { code: 'nothing_to_compare' })

function requireCheckId(field: string, value: string): void {
  if (!/^[a-z0-9_]{1,60}$/.test(value)) throw invalidField(field, 'must be the id of a check')
}

function readPagesQuery({ id, issue, not_in, sort, per_page, cursor }: ListPagesRequest): {
  query: SitePagesQuery
  shape: string
} {
  const sorted = pageSorts.find((one) => one === sort)
  if (sorted === undefined) throw invalidField('sort', `must be one of: ${pageSorts.join(', ')}`)
  if (per_page < 1 || per_page > maxPagesPerCall) throw invalidField('per_page', `must be from 1 to ${maxPagesPerCall}`)
  if (issue !== undefined) requireCheckId('issue', issue)
  if (not_in !== undefined && issue === undefined) throw invalidField('not_in', 'needs an issue')
  const notIn = not_in === undefined ? undefined : parseSiteReportId(not_in)
  const shape = JSON.stringify(['site pages', id.toLowerCase(), issue ?? null, sorted, ...(notIn ? [notIn] : [])])
  const after = cursor === undefined ? undefined : readPosition(cursor, shape, sorted)
  return { query: { issue, notIn, sort: sorted, after, limit: per_page, maxBytes: maxReplyBytes }, shape }
}

function readId(cursor: string, shape: string): string {
  const [id, ...more] = decodeCursor(cursor, shape)
  if (!isId(id) || more.length > 0) throw refusedCursor()
  return id
}

function readPosition(cursor: string, shape: string, sort: PageSort): SitePagesQuery['after'] {
  const [key, number, ...more] = decodeCursor(cursor, shape)
  const isKey = sort === 'url' ? typeof key === 'string' : Number.isInteger(key)
  if (!isKey || key == null || typeof number !== 'number' || !Number.isInteger(number) || more.length > 0)
    throw refusedCursor()
  return { key, number }
}
