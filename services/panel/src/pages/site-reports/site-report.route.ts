import { Type } from '@pagebell/schema/type'
import { submitForm } from '../../forms/form-result.ts'
import { frameOf, redirectTo, sendPage } from '../../html/frame.ts'
import { type Route, signedInRoutes } from '../../route.ts'
import { accountOf } from '../../session/request-session.ts'
import { readPrivacy } from '../new-report-form.ts'
import { loadOverview, siteOverview } from './site-report.page.ts'

const params = Type.Object({ id: Type.String() })

const privacyBody = Type.Object({
  privacy: Type.String({ enum: ['0', '1', '2'], default: '1' }),
  password: Type.String({ default: '', maxLength: 1_000 }),
  // Boxes that are not ticked are not sent.
  listed: Type.Boolean({ default: false }),
})

const changePrivacy: Route = (app, tools) => {
  const { clients, cookies } = tools
  const { siteReports } = clients
  app.post('/site-reports/:id/privacy', { schema: { params, body: privacyBody } }, async (request, reply) => {
    const which = { account_id: accountOf(request), id: request.params.id }
    const { privacy, listed } = request.body
    const outcome = await submitForm(async () =>
      siteReports.changeSiteReport({ ...which, ...readPrivacy(request.body), listed }),
    )
    if (outcome.done) return redirectTo(reply, `/site-reports/${which.id}`, cookies, 'privacy-changed', 'share')

    const shown = { ...(await loadOverview(clients, which)), sent: { privacy, errors: outcome.errors } }
    return sendPage(reply.code(outcome.status), siteOverview(frameOf(request, reply, tools), shown))
  })
}

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

export default signedInRoutes(changePrivacy, cancelSiteReport, deleteSiteReport)
