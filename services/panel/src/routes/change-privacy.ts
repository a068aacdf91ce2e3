import { Type } from '@pagebell/schema/type'
import { tried } from '../form-errors.ts'
import { frameOf, leadTo, sendPage } from '../frame.ts'
import { reportPage } from '../pages/report.ts'
import { privacyOf } from '../report-form.ts'
import type { Route } from '../route.ts'
import { accountOf } from '../signed-in.ts'

const params = Type.Object({ id: Type.String() })
const body = Type.Object({
  privacy: Type.String({ default: '0', maxLength: 10 }),
  password: Type.String({ default: '', maxLength: 1_000 }),
})

export const changePrivacy: Route = (app, tools) => {
  const { peers, cookies } = tools
  app.post('/reports/:id/privacy', { schema: { params, body } }, async (request, reply) => {
    const named = { account_id: accountOf(request), id: request.params.id }
    const outcome = await tried(async () => peers.reports.changeReport({ ...named, ...privacyOf(request.body) }))
    if (outcome.done) return leadTo(reply, `/reports/${named.id}`, cookies, 'privacy-changed', 'privacy')

    const [report, { runs }] = await Promise.all([peers.reports.getReport(named), peers.reports.listRuns(named)])
    void reply.code(outcome.status)
    const refused = { privacy: request.body.privacy, errors: outcome.errors }
    return sendPage(reply, reportPage(frameOf(request, reply, tools), { report, runs, refused }))
  })
}
