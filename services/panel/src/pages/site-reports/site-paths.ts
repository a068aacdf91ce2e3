import type { SiteReport__Output as SiteReport } from '@pagebell/protos/report/v1/site_reports'
import type { SharedReport } from '../share-card.ts'

/** The page of a site report for its account; its parts are below. */
export const ownPath = ({ id }: Pick<SiteReport, 'id'>): string => `/site-reports/${id}`

/** The page for everybody who may see it, whose parts are below too. */
export const publicPath = ({ id }: Pick<SiteReport, 'id'>): string => `/s/${id}`

/** The address of an issue on the page of a report; with `notIn`, of its pages that do not have it in that report. */
export const issuePath = (reportPath: string, check: string, notIn?: string): string =>
  `${reportPath}/issues/${check}${notIn === undefined ? '' : `?not_in=${notIn}`}`

/** The form that leaves a check out of the scores of a site, or of one of its pages, filled in. */
export function ignorePath(project: string, check: string, page?: string): string {
  const draft = new URLSearchParams({ ignore: check, ...(page !== undefined && { page }) })
  return `/projects/${project}/settings?${draft.toString()}#ignored`
}

/** A site report as its owner shares it. */
export const sharedSiteReport = (report: SiteReport): SharedReport => ({
  privacy: report.privacy ?? 1,
  listed: report.listed,
  ownPath: ownPath(report),
  publicPath: publicPath(report),
  note: 'Each run is shared by itself: others see nothing of the runs before and after it.',
})
