import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import type { HttpServer } from '@pagebell/http/http-server'
import fp from 'fastify-plugin'
import { ownRoutes, publicRoutes } from './all-routes.ts'
import { guardForms } from './guard-forms.ts'
import { leaveOutEmpty } from './leave-out-empty.ts'
import type { Tools } from './route.ts'
import { secureAnswers } from './security-headers.ts'
import { recogniseSession, requireSession } from './signed-in.ts'

/** Everything the panel serves, as a plug-in: tests use it without a port. Whole, so that refusals are answered alike. */
export const panel = (tools: Tools) =>
  fp(async (app: HttpServer) => {
    secureAnswers(app, tools.publicOrigin)
    await app.register(cookie)
    await app.register(compress, { encodings: ['gzip'], threshold: 1_024 })
    await app.register(tools.assets.serve)
    await app.register(pages(tools))
  })

const pages = (tools: Tools) => async (app: HttpServer) => {
  recogniseSession(app, tools)
  guardForms(app, tools)
  leaveOutEmpty(app)
  for (const route of publicRoutes) route(app, tools)
  await app.register(async (own: HttpServer) => {
    requireSession(own)
    for (const route of ownRoutes) route(own, tools)
  })
}
