import { Type } from '@pagebell/schema/type'
import { submitForm } from '../forms/form-result.ts'
import { frameOf, redirectTo, sendPage } from '../html/frame.ts'
import { type Route, signedInRoutes } from '../route.ts'
import { accountOf } from '../session/request-session.ts'
import { readPrivacy } from './new-report-form.ts'
import { reportPage } from './report.page.ts'

const params = Type.Object({ id: Type.String() })
const body = Type.Object({
  privacy: Type.String({ default: '0', maxLength: 10 }),
  password: Type.String({ default: '', maxLength: 1_000 }),
  // Boxes that are not ticked are not sent.
  listed: Type.Boolean({ default: false }),
})

const changePrivacy: Route = (app, tools) => {
  const { clients, cookies } = tools
  const { reports } = clients
  app.post('/reports/:id/privacy', { schema: { params, body } }, async (request, reply) => {
    const which = { account_id: accountOf(request), id: request.params.id }
    const outcome = await submitForm(async () => {
      const { listed } = request.body
      return reports.changeReport({ ...which, ...readPrivacy(request.body), listed })
    })
    if (outcome.done) return redirectTo(reply, `/reports/${which.id}`, cookies, 'privacy-changed', 'share')

    const [report, { runs }] = await Promise.all([reports.getReport(which), reports.listRuns(which)])
    void reply.code(outcome.status)
    const sent = { privacy: request.body.privacy, errors: outcome.errors }
    return sendPage(reply, reportPage(frameOf(request, reply, tools), { report, runs, sent }))
  })
}

const runReportAgain: Route = (app, { clients, cookies }) => {
  app.post<{ Params: { id: string } }>('/reports/:id/again', async (request, reply) => {
    const { id } = request.params
    await clients.reports.changeReport({ account_id: accountOf(request), id, analyze_again: true })
    return redirectTo(reply, `/reports/${id}`, cookies, 'report-requested')
  })
}

const deleteReport: Route = (app, { clients, cookies }) => {
  app.post<{ Params: { id: string } }>('/reports/:id/delete', async (request, reply) => {
    await clients.reports.deleteReport({ account_id: accountOf(request), id: request.params.id })
    return redirectTo(reply, '/reports', cookies, 'report-deleted')
  })
}

export default signedInRoutes(changePrivacy, runReportAgain, deleteReport)
