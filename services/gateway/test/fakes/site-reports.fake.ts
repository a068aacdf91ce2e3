import { randomUUIDv7 } from 'node:crypto'
import { fault } from '@pagebell/faults/fault'
import type {
  ChangeSiteReportRequest__Output as ChangeRequest,
  CreateSiteReportRequest__Output as CreateRequest,
  ListSitePagesRequest__Output as ListPagesRequest,
  SiteReport__Output as SiteReport,
} from '@pagebell/protos/report/v1/site_reports'
import { SiteReports } from '@pagebell/rpc/contracts'
import { fakeService } from './fake-service.ts'

type Kept = SiteReport & { account_id: string }

/** The site reports of the report service, kept in memory. */
export function fakeSiteReports() {
  const reports: Kept[] = []
  const created: CreateRequest[] = []
  const changed: ChangeRequest[] = []
  const listed: ListPagesRequest[] = []
  const state = { pages: 3 }

  function found({ account_id, id }: { account_id: string; id: string }): Kept {
    const report = reports.find((one) => one.account_id === account_id && one.id === id)
    if (report === undefined) throw fault('not_found', 'There is no such site report.')
    return report
  }

  const service = fakeService(SiteReports, {
    async createSiteReport(request) {
      created.push(request)
      const { account_id, project, url, selection, is_owner, privacy = 1 } = request
      if ((selection?.max_pages ?? 0) > 200 && !is_owner) {
        const refusal = { code: 'ownership_not_proven', details: { limit: 200 } }
        throw fault('conflict', 'The owner is not known.', refusal)
      }
      const counts = { requested: 0, failed: 0, waiting: 0, attempt: 0, is_partial: false, issues: [] }
      const created_at = '2026-11-21T10:00:00.000Z'
      const report = {
        account_id,
        id: randomUUIDv7(),
        project,
        url,
        selection,
        privacy,
        listed: false,
        status: 'queued',
        created_at,
        ...counts,
      }
      reports.push(report)
      return report
    },
    getSiteReport: async (asked) => found(asked),
    async listSiteReports({ account_id, project }) {
      const ofAccount = reports.filter((one) => one.account_id === account_id)
      return { reports: project === undefined ? ofAccount : ofAccount.filter((one) => one.project === project) }
    },
    async changeSiteReport(asked) {
      changed.push(asked)
      const { privacy, listed } = asked
      return Object.assign(found(asked), privacy !== undefined && { privacy }, listed !== undefined && { listed })
    },
    async cancelSiteReport(asked) {
      const report = found(asked)
      report.status = 'cancelled'
      return report
    },
    async deleteSiteReport(asked) {
      reports.splice(reports.indexOf(found(asked)), 1)
      return { id: asked.id }
    },
    async listSitePages(asked) {
      found(asked)
      listed.push(asked)
      const first = Number(asked.cursor ?? 0)
      const pages = Array.from({ length: Math.min(state.pages - first, asked.per_page) }, (_, index) => ({
        url: `https://example.com/${first + index}`,
        status: 200,
        score: 71,
        inlinks: 1,
        in_sitemap: true,
        issues_json: Buffer.from('{"title":{"severity":"fail","causes":[{"title":"Tea"}]}}'),
        ignored_json: Buffer.from('{"h1":{"severity":"warn"}}'),
      }))
      const next = first + pages.length
      return { pages, ...(next < state.pages && { next_cursor: String(next) }) }
    },
    async compareSiteReports({ with_id, ...asked }) {
      const report = found(asked)
      const other = found({ ...asked, id: with_id ?? asked.id })
      const change = { added: 1, same: 2, gone: 3, not_requested: 1 }
      return { report, with: other, issues: [{ check: 'title', severity: 'fail', title: 'No title', change }] }
    },
  })
  return { service, reports, created, changed, listed, state }
}
