import { Type } from '@pagebell/schema/type'
import { frameOf, sendPage } from '../frame.ts'
import { paging, place } from '../list-place.ts'
import { projectsPage } from '../pages/projects.ts'
import type { Route } from '../route.ts'
import { accountOf } from '../signed-in.ts'

/** As the API's list. */
const querystring = Type.Object({
  search: Type.Optional(Type.String({ maxLength: 253 })),
  sort_by: Type.String({ enum: ['created_at', 'project'], default: 'created_at' }),
  sort: Type.String({ enum: ['desc', 'asc'], default: 'desc' }),
  ...paging,
})

export const listProjects: Route = (app, tools) => {
  app.get('/projects', { schema: { querystring } }, async (request, reply) => {
    const filters = request.query
    const found = await tools.peers.projects.listProjects({
      account_id: accountOf(request),
      ...filters,
      ...place(filters),
    })
    return sendPage(reply, projectsPage(frameOf(request, reply, tools), { filters, found, form: {} }))
  })
}
