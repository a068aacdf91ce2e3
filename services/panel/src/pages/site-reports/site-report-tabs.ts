import { type Html, html, type Part } from '@pagebell/html/template'
import type { SiteReport__Output as SiteReport } from '@pagebell/protos/report/v1/site_reports'
import type { Frame } from '../../html/frame.ts'
import { page } from '../../parts/layout.ts'
import { tabs } from '../../parts/tab-list.ts'
import { readableHost, shownUrl } from '../../parts/url.ts'

const parts = [
  ['', 'Issues'],
  ['/pages', 'Pages'],
  ['/compare', 'Changes'],
] as const

export type SiteReportTab = (typeof parts)[number][1]

type SiteReportPage = {
  report: SiteReport
  /** Undefined on the page of one thing in the report. */
  tab: SiteReportTab | undefined
  title?: string
  actions?: Part
  head?: Part
  body: Part
}

/** One page of a site report. Before it is done it has only the first. */
export function siteReportPage(frame: Frame, { report, tab, title, actions, head, body }: SiteReportPage): Html {
  const { id, project, url, status } = report
  const items = parts.map(
    ([path, name]) => ({ to: `/site-reports/${id}${path}`, name, current: name === tab ? 'page' : undefined }) as const,
  )
  return page(frame, {
    title: title ?? `Site report on ${readableHost(project)}`,
    lead: shownUrl(url),
    head,
    actions,
    body: html`${status === 'done' && tabs('Parts of the report', items)}<div class="sections">${body}</div>`,
  })
}
