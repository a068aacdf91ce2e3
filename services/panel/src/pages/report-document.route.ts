import { frameOf } from '../html/frame.ts'
import { type Route, signedInRoutes } from '../route.ts'
import { accountOf } from '../session/request-session.ts'
import { sendDocument } from './html-document.ts'
import { reportDocument, reportDocumentName } from './report-document.ts'

const downloadReport: Route = (app, tools) => {
  const { clients, assets } = tools
  app.get<{ Params: { id: string } }>('/reports/:id/report.html', async (request, reply) => {
    const report = await clients.reports.getReport({ account_id: accountOf(request), id: request.params.id })
    const file = reportDocument(frameOf(request, reply, tools), report, assets.text('panel.css'))
    return sendDocument(reply, file, reportDocumentName(report))
  })
}

export default signedInRoutes(downloadReport)
