import { Type } from '@pagebell/schema/type'
import { submitForm } from '../../forms/form-result.ts'
import { redirectTo } from '../../html/frame.ts'
import { type Route, signedInRoutes } from '../../route.ts'
import { accountOf } from '../../session/request-session.ts'

const params = Type.Object({ id: Type.String() })

const cancelSiteReport: Route = (app, { clients, cookies }) => {
  app.post('/site-reports/:id/cancel', { schema: { params } }, async (request, reply) => {
    const { id } = request.params
    const outcome = await submitForm(() => clients.siteReports.cancelSiteReport({ account_id: accountOf(request), id }))
    const notice = outcome.done ? 'crawl-cancelled' : 'crawl-ended'
    return redirectTo(reply, `/site-reports/${id}`, cookies, notice)
  })
}

const deleteSiteReport: Route = (app, { clients, cookies }) => {
  app.post('/site-reports/:id/delete', { schema: { params } }, async (request, reply) => {
    await clients.siteReports.deleteSiteReport({ account_id: accountOf(request), id: request.params.id })
    return redirectTo(reply, '/site-reports', cookies, 'report-deleted')
  })
}

export default signedInRoutes(cancelSiteReport, deleteSiteReport)
