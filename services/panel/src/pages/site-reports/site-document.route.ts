import { Type } from '@pagebell/schema/type'
import { frameOf } from '../../html/frame.ts'
import { type Route, signedInRoutes } from '../../route.ts'
import { accountOf } from '../../session/request-session.ts'
import { sendDocument } from '../html-document.ts'
import { readAsPublic } from './read-as-public.ts'
import { maxDocumentPages, siteDocument, siteDocumentName } from './site-document.ts'

const params = Type.Object({ id: Type.String() })

const downloadSiteReport: Route = (app, tools) => {
  const { assets } = tools
  const { siteReports } = tools.clients
  app.get('/site-reports/:id/report.html', { schema: { params } }, async (request, reply) => {
    const which = { account_id: accountOf(request), id: request.params.id }
    const [report, { pages, next_cursor }] = await Promise.all([
      readAsPublic(tools.clients, { ...which, is_excerpt: true }),
      siteReports.listSitePages({ ...which, sort: 'score', per_page: maxDocumentPages }),
    ])
    const content = { report, pages, hasMore: next_cursor !== undefined }
    const file = siteDocument(frameOf(request, reply, tools), content, assets.text('panel.css'))
    return sendDocument(reply, file, siteDocumentName(report))
  })
}

export default signedInRoutes(downloadSiteReport)
