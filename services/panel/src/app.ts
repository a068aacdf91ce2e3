import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import type { HttpServer } from '@pagebell/http/http-server'
import fp from 'fastify-plugin'
import { dropEmptyQueryFields } from './forms/fields.ts'
import { guardForms } from './forms/form-guard.ts'
import { addSecurityHeaders } from './html/security-headers.ts'
import type { PanelTools, RouteFile } from './route.ts'
import { loadRoutes } from './route.ts'
import { readSession, requireSession } from './session/request-session.ts'

/** Everything the panel serves, as a plug-in. Not encapsulated, so that its hooks also run for a 404. */
export const panel = (tools: PanelTools) =>
  fp(async (app: HttpServer) => {
    addSecurityHeaders(app, tools.publicOrigin)
    await app.register(cookie)
    await app.register(compress, { encodings: ['gzip'], threshold: 1_024 })
    await app.register(tools.assets.serve)
    await app.register(pages(tools, await loadRoutes()))
  })

const pages = (tools: PanelTools, files: ReadonlyMap<string, RouteFile>) => async (app: HttpServer) => {
  const routesFor = (requiredAccess: RouteFile['access']) =>
    [...files.values()].flatMap(({ access, routes }) => (access === requiredAccess ? routes : []))
  readSession(app, tools)
  guardForms(app, tools)
  dropEmptyQueryFields(app)
  for (const route of routesFor('public')) route(app, tools)
  await app.register(async (signedIn: HttpServer) => {
    requireSession(signedIn)
    for (const route of routesFor('signed-in')) route(signedIn, tools)
  })
}
