import { Type } from '@pagebell/schema/type'
import { storedProjectName } from '@pagebell/urls/project-name'
import { frameOf, sendPage } from '../frame.ts'
import { paging, place } from '../list-place.ts'
import { reportsPage } from '../pages/reports.ts'
import type { Route } from '../route.ts'
import { accountOf } from '../signed-in.ts'

/** As the API's list. */
export const reportFilters = Type.Object({
  search: Type.Optional(Type.String({ maxLength: 2_048 })),
  project: Type.Optional(Type.String({ maxLength: 253 })),
  result: Type.Optional(Type.String({ enum: ['good', 'decent', 'bad'] })),
  sort_by: Type.String({ enum: ['id', 'generated_at', 'url', 'result'], default: 'generated_at' }),
  sort: Type.String({ enum: ['desc', 'asc'], default: 'desc' }),
  ...paging,
})

export const listReports: Route = (app, tools) => {
  app.get('/reports', { schema: { querystring: reportFilters } }, async (request, reply) => {
    const account_id = accountOf(request)
    const filters = request.query
    const { project } = filters
    // As it is stored: without www., in lower case. A host that cannot name a project names none.
    const named = project === undefined ? {} : { project: storedProjectName(project.trim()) ?? project }
    const found = await tools.peers.reports.listReports({ account_id, ...filters, ...named, ...place(filters) })
    return sendPage(reply, reportsPage(frameOf(request, reply, tools), { filters, found, form: {} }))
  })
}
