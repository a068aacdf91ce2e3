import { frameOf } from '../html/frame.ts'
import { type Route, signedInRoutes } from '../route.ts'
import { accountOf } from '../session/request-session.ts'
import { documentName, reportDocument } from './report-document.ts'

const downloadReport: Route = (app, tools) => {
  const { clients, assets } = tools
  app.get<{ Params: { id: string } }>('/reports/:id/report.html', async (request, reply) => {
    const report = await clients.reports.getReport({ account_id: accountOf(request), id: request.params.id })
    const { text, policy } = reportDocument(frameOf(request, reply, tools), report, assets.text('panel.css'))
    void reply.type('text/html; charset=utf-8').headers({
      'content-disposition': `attachment; filename="${documentName(report)}"`,
      'content-security-policy': `${policy}; frame-ancestors 'none'; sandbox`,
    })
    return reply.send(text)
  })
}

export default signedInRoutes(downloadReport)
