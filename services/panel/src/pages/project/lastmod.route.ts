import { Type } from '@pagebell/schema/type'
import { undefinedIfNotFound } from '../../clients/fallbacks.ts'
import { redirectTo } from '../../html/frame.ts'
import { type Route, signedInRoutes } from '../../route.ts'
import { projectOfPath } from './project-of-path.ts'

const params = Type.Object({ project: Type.String() })

/** Turns the sitemap of changes on, or gives it another address. */
const rotateSitemap: Route = (app, { clients, cookies }) => {
  app.post('/projects/:project/lastmod', { schema: { params } }, async (request, reply) => {
    const { account_id, project, project_id } = await projectOfPath(clients, request)
    await clients.pages.rotateLastmodSitemap({ account_id, project_id })
    return redirectTo(reply, `/projects/${project}/pages`, cookies, 'lastmod-on', 'lastmod')
  })
}

const turnOff: Route = (app, { clients, cookies }) => {
  app.post('/projects/:project/lastmod/off', { schema: { params } }, async (request, reply) => {
    const { account_id, project, project_id } = await projectOfPath(clients, request)
    await undefinedIfNotFound(clients.pages.deleteLastmodSitemap({ account_id, project_id }))
    return redirectTo(reply, `/projects/${project}/pages`, cookies, 'lastmod-off', 'lastmod')
  })
}

export default signedInRoutes(rotateSitemap, turnOff)
