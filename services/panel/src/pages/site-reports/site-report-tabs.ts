import { type Html, html, type Part } from '@pagebell/html/template'
import type { SiteReport__Output as SiteReport } from '@pagebell/protos/report/v1/site_reports'
import type { Frame } from '../../html/frame.ts'
import { page } from '../../parts/layout.ts'
import { tabs } from '../../parts/tab-list.ts'
import { readableHost, shownUrl } from '../../parts/url.ts'
import { ownPath } from './site-paths.ts'

const parts = [
  ['', 'Issues'],
  ['/pages', 'Pages'],
  ['/compare', 'Changes'],
] as const

export type SiteReportTab = (typeof parts)[number][1]

/** The parts that the page at `reportPath` has, one of them current. */
export const partTabs = (
  reportPath: string,
  current: SiteReportTab | undefined,
  shown: readonly SiteReportTab[] = parts.map(([, name]) => name),
): Html => {
  const items = parts.map(
    ([path, name]) => ({ to: reportPath + path, name, current: name === current ? 'page' : undefined }) as const,
  )
  return tabs(
    'Parts of the report',
    items.filter(({ name }) => shown.includes(name)),
  )
}

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
  const { project, url, status } = report
  return page(frame, {
    title: title ?? `Site report on ${readableHost(project)}`,
    lead: shownUrl(url),
    head,
    actions,
    body: html`${status === 'done' && partTabs(ownPath(report), tab)}<div class="sections">${body}</div>`,
  })
}
