import { Type } from '@pagebell/schema/type'
import { tried } from '../form-errors.ts'
import { frameOf, leadTo, sendPage } from '../frame.ts'
import { loadOverview } from '../load-overview.ts'
import { overviewPage } from '../pages/overview.ts'
import { reportsPage } from '../pages/reports.ts'
import { onceMoreIfGone, privacyOf, rateable } from '../report-form.ts'
import type { Route } from '../route.ts'
import { accountOf } from '../signed-in.ts'

const body = Type.Object({
  url: Type.String({ default: '', maxLength: 10_000 }),
  privacy: Type.String({ default: '0', maxLength: 10 }),
  password: Type.String({ default: '', maxLength: 1_000 }),
  from: Type.String({ default: '', maxLength: 20 }),
})

const newest = { sort_by: 'generated_at', sort: 'desc', per_page: 25, page: 1 }

export const createReport: Route = (app, tools) => {
  const { peers, cookies } = tools
  app.post('/reports', { schema: { body } }, async (request, reply) => {
    const account_id = accountOf(request)
    const outcome = await tried(async () => {
      const { url, project } = rateable(request.body.url)
      const seen = privacyOf(request.body)
      return onceMoreIfGone(async () => {
        const { project_id } = await peers.projects.ensureProject({ account_id, project })
        return peers.reports.createReport({ account_id, project_id, project, url, ...seen })
      })
    })
    if (outcome.done) return leadTo(reply, `/reports/${outcome.value.id}`, cookies, 'report-created')

    const { url, privacy, from } = request.body
    const form = { url, privacy, errors: outcome.errors }
    void reply.code(outcome.status)
    if (from === 'overview') {
      const shown = await loadOverview(peers, account_id)
      return sendPage(reply, overviewPage({ ...frameOf(request, reply, tools), path: '/' }, { ...shown, form }))
    }
    const found = await peers.reports.listReports({ account_id, ...newest })
    return sendPage(
      reply,
      reportsPage({ ...frameOf(request, reply, tools), path: '/reports' }, { filters: newest, found, form }),
    )
  })
}
