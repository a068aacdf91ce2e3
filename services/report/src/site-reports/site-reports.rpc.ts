import { fault } from '@pagebell/faults/fault'
import { isId, requireIds } from '@pagebell/faults/ids'
import { decodeCursor, encodeCursor, refusedCursor } from '@pagebell/lists/cursor'
import { cutPage } from '@pagebell/lists/keyset'
import { checkPerPage } from '@pagebell/lists/page'
import type { Passwords } from '@pagebell/passwords/password-pool'
import type { Database } from '@pagebell/postgres/database'
import { SiteReports } from '@pagebell/rpc/contracts'
import { implement } from '@pagebell/rpc/serve-rpc'
import { changeSiteReport } from './change-site-report.rpc.ts'
import { createSiteReport } from './create-site-report.rpc.ts'
import { cancelSiteRun } from './end-site-run.ts'
import { readPagesQuery, readSitePages, requireCheckId } from './read-site-pages.ts'
import { compareIssues, findSiteIssues } from './site-issues.sql.ts'
import { noSuchSiteReport, parseSiteReportId, toSiteIssue, toSiteReport } from './site-report.ts'
import { deleteSiteReport, findSiteReport, listSiteReports, type SiteKey } from './site-reports.sql.ts'
import { findDoneBefore } from './site-run-ends.sql.ts'
import { withoutOtherReports } from './without-other-reports.ts'

/** The reports of whole sites. Another account's report is as unknown as one that does not exist. */
export function siteReportsRpc(tools: { db: Database; passwords: Passwords }) {
  const { db } = tools
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
    createSiteReport: (request, call) => createSiteReport(tools, request, call),

    changeSiteReport: (request, call) => changeSiteReport(tools, request, call),

    async getSiteReport({ check, is_brief, is_excerpt, as_public, ...asked }) {
      const key = keyOf(asked)
      if (check !== undefined) requireCheckId('check', check)
      const row = await find(key)
      const groups = is_brief ? 'brief' : is_excerpt ? 'excerpt' : 'all'
      const issues = await findSiteIssues(db.forAccount(key.accountId), key, { check, groups })
      const report = { ...toSiteReport(row), issues: issues.map(toSiteIssue) }
      return as_public ? withoutOtherReports(report) : report
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
      const asksFor = readPagesQuery(asked)
      await find(key)
      const { notIn } = asksFor.query
      if (notIn !== undefined) await find({ ...key, id: notIn })
      return readSitePages(db.forAccount(key.accountId), key, asksFor)
    },

    async compareSiteReports({ with_id, ...asked }) {
      const key = keyOf(asked)
      const q = db.forAccount(key.accountId)
      const report = await find(key)
      const withId = with_id === undefined ? await findDoneBefore(q, key, report.project) : parseSiteReportId(with_id)
      if (withId === undefined) throw nothingToCompare('No site report of its host before it was done.')
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

function readId(cursor: string, shape: string): string {
  const [id, ...more] = decodeCursor(cursor, shape)
  if (!isId(id) || more.length > 0) throw refusedCursor()
  return id
}
