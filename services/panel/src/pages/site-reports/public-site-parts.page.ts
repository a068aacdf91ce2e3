import { fault } from '@pagebell/faults/fault'
import { type Html, html } from '@pagebell/html/template'
import { Type } from '@pagebell/schema/type'
import { type Frame, frameOf, sendPage } from '../../html/frame.ts'
import { publicRoutes, type Route } from '../../route.ts'
import { issueInWords } from './issue-words.ts'
import { openPublicSite, sendLocked } from './open-public-site.ts'
import { publicSitePart } from './public-site.page.ts'
import { type IssueShown, siteIssueParts } from './site-issue.page.ts'
import { checkId, type PagesShown, pagesQuery, sitePageFilters, sitePagesList } from './site-pages.page.ts'
import { publicPath } from './site-paths.ts'

const noindex = html`<meta name="robots" content="noindex">`

/** The pages of a site report, for everybody who may see it. */
export function publicPagesPage(frame: Frame, shown: PagesShown, { isOwner }: { isOwner: boolean }): Html {
  const { report } = shown
  const body = sitePagesList(frame, shown, publicPath(report))
  const title = 'Pages of the site report'
  return publicSitePart(frame, { report, isOwner, tab: 'Pages', title, head: noindex, body })
}

/** One issue of a site report, for everybody who may see it. */
export function publicIssuePage(frame: Frame, shown: IssueShown, { isOwner }: { isOwner: boolean }): Html {
  const { report, issue } = shown
  const title = issueInWords(issue)
  const body = siteIssueParts(frame, shown, publicPath(report))
  return publicSitePart(frame, { report, isOwner, tab: undefined, title, head: noindex, body })
}

const params = Type.Object({ id: Type.String() })

const listPublicPages: Route = (app, tools) => {
  app.get('/s/:id/pages', { schema: { params, querystring: pagesQuery } }, async (request, reply) => {
    const { id } = request.params
    void reply.header('x-robots-tag', 'noindex')
    const opened = await openPublicSite(request, tools, { id })
    if (opened === undefined) return sendLocked(request, reply, tools, id)
    const { report, isOwner, listPages } = opened
    const shown = { report, filters: request.query, found: await listPages(request.query) }
    return sendPage(reply, publicPagesPage(frameOf(request, reply, tools), shown, { isOwner }))
  })
}

const issueParams = Type.Object({ id: Type.String(), check: checkId })
const issueQuery = Type.Object(sitePageFilters)

const showPublicIssue: Route = (app, tools) => {
  const schema = { params: issueParams, querystring: issueQuery }
  app.get('/s/:id/issues/:check', { schema }, async (request, reply) => {
    const { id, check } = request.params
    void reply.header('x-robots-tag', 'noindex')
    const opened = await openPublicSite(request, tools, { id, check })
    if (opened === undefined) return sendLocked(request, reply, tools, id)
    const { report, isOwner, listPages } = opened
    const [issue] = report.issues
    if (issue === undefined) throw fault('not_found', 'The report does not have this issue.')
    const found = await listPages({ ...request.query, issue: check })
    const shown = { report, issue, filters: request.query, found, other: undefined }
    return sendPage(reply, publicIssuePage(frameOf(request, reply, tools), shown, { isOwner }))
  })
}

export default publicRoutes(listPublicPages, showPublicIssue)
