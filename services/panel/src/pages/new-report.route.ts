import { retryIfProjectGone } from '@pagebell/rpc/shared-calls/ensure-projects'
import { Type } from '@pagebell/schema/type'
import { submitForm } from '../forms/form-result.ts'
import { frameOf, redirectTo, sendPage } from '../html/frame.ts'
import { type Route, signedInRoutes } from '../route.ts'
import { accountOf } from '../session/request-session.ts'
import { readPrivacy, readReportUrl } from './new-report-form.ts'
import { loadOverview, overviewPage } from './overview.page.ts'
import { reportsPage } from './reports.page.ts'

const body = Type.Object({
  url: Type.String({ default: '', maxLength: 10_000 }),
  privacy: Type.String({ default: '1', maxLength: 10 }),
  password: Type.String({ default: '', maxLength: 1_000 }),
  from: Type.String({ default: '', maxLength: 20 }),
})

const newest = { sort_by: 'generated_at', sort: 'desc', per_page: 25, page: 1 }

const createReport: Route = (app, tools) => {
  const { clients, cookies } = tools
  app.post('/reports', { schema: { body } }, async (request, reply) => {
    const account_id = accountOf(request)
    const outcome = await submitForm(async () => {
      const { url, project } = readReportUrl(request.body.url)
      const visibility = readPrivacy(request.body)
      return retryIfProjectGone(async () => {
        const { project_id } = await clients.projects.ensureProject({ account_id, project })
        return clients.reports.createReport({ account_id, project_id, project, url, ...visibility, reuse: true })
      })
    })
    if (outcome.done) {
      const { id, reused } = outcome.value
      return redirectTo(reply, `/reports/${id}`, cookies, reused ? 'report-reused' : 'report-created')
    }

    const { url, privacy, from } = request.body
    const form = { url, privacy, errors: outcome.errors }
    const frame = frameOf(request, reply, tools)
    void reply.code(outcome.status)
    if (from === 'overview') {
      const overview = await loadOverview(clients, account_id)
      return sendPage(reply, overviewPage({ ...frame, path: '/' }, { ...overview, form }))
    }
    const found = await clients.reports.listReports({ account_id, ...newest })
    return sendPage(reply, reportsPage({ ...frame, path: '/reports' }, { filters: newest, found, form }))
  })
}

export default signedInRoutes(createReport)
