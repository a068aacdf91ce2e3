import { Type } from '@pagebell/schema/type'
import { findProject } from '../../clients/clients.ts'
import { undefinedIfNotFound } from '../../clients/fallbacks.ts'
import { redirectTo } from '../../html/frame.ts'
import { type Route, signedInRoutes } from '../../route.ts'
import { accountOf } from '../../session/request-session.ts'

const params = Type.Object({ project: Type.String() })

/** Turns the sitemap of changes on, or gives it another address. */
const rotateSitemap: Route = (app, { clients, cookies }) => {
  app.post('/projects/:project/lastmod', { schema: { params } }, async (request, reply) => {
    const account_id = accountOf(request)
    const { project, project_id } = await findProject(clients, account_id, request.params.project)
    await clients.pages.rotateLastmodSitemap({ account_id, project_id })
    return redirectTo(reply, `/projects/${project}/pages`, cookies, 'lastmod-on', 'lastmod')
  })
}

const turnOff: Route = (app, { clients, cookies }) => {
  app.post('/projects/:project/lastmod/off', { schema: { params } }, async (request, reply) => {
    const account_id = accountOf(request)
    const { project, project_id } = await findProject(clients, account_id, request.params.project)
    await undefinedIfNotFound(clients.pages.deleteLastmodSitemap({ account_id, project_id }))
    return redirectTo(reply, `/projects/${project}/pages`, cookies, 'lastmod-off', 'lastmod')
  })
}

export default signedInRoutes(rotateSitemap, turnOff)
