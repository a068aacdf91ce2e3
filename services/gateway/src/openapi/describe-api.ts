import swagger from '@fastify/swagger'
import type { HttpServer } from '@pagebell/http/http-server'
import { asyncApiDocument } from '@pagebell/messages/asyncapi'
import fastifyPlugin from 'fastify-plugin'
import { tags } from '../http/routes.ts'
import { type ApiDocument, asSent, bodyAsSent, completeDocument } from './api-document.ts'

const description = `Rates web pages and tells search engines when they change.

Every call below \`/api/v1\` needs an API key: \`Authorization: Bearer pbk_…\`; each names the scope that the key needs. Bodies
may be forms or JSON; unknown fields and parameters are refused. Times are RFC 3339 in UTC. Errors are
\`application/problem+json\` (RFC 9457). \`RateLimit\` and \`RateLimit-Policy\` tell how many calls the account has left in
this minute, with all of its keys. The calls below \`/api/hooks\` take the token of a webhook instead. Guide and reference:
\`/docs\`.`

const securitySchemes = {
  key: { type: 'http', scheme: 'bearer', description: 'An API key: pbk_…' },
  hookToken: { type: 'http', scheme: 'bearer', description: 'The token of a webhook: pbh_…' },
} as const

/** Makes the OpenAPI document of the schemas that validate requests. Registered before the routes. */
export const describeApi = (publicOrigin: string) =>
  fastifyPlugin(async (app: HttpServer) => {
    await app.register(swagger, {
      openapi: {
        openapi: '3.1.0',
        info: {
          title: 'Pagebell',
          version: '1.0.0',
          description,
          contact: { name: 'The operator of this installation', url: publicOrigin },
          license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
        },
        servers: [{ url: publicOrigin }],
        tags: Object.entries(tags).map(([name, text]) => ({ name, description: text })),
        components: { securitySchemes },
        security: [{ key: [] }],
      },
      hideUntagged: true,
      transform: ({ schema, url, route }) => {
        const scope = route.config?.scope
        const { body, querystring, ...rest } = (schema ?? {}) as Described
        const fields = {
          ...(body && { body: bodyAsSent(body) }),
          ...(querystring && { querystring: asSent(querystring) }),
        }
        const scoped = scope === undefined ? {} : { 'x-required-scope': scope }
        return { schema: { ...rest, ...fields, security: [{ key: [] }], ...scoped }, url }
      },
      transformObject: (document) =>
        ('openapiObject' in document
          ? completeDocument(document.openapiObject as object as ApiDocument)
          : document.swaggerObject) as object,
    })
  })

type Described = { body?: Record<string, unknown>; querystring?: Record<string, unknown> }

/** The documents for programs: /openapi.json and /asyncapi.json. */
export async function serveDocuments(app: HttpServer): Promise<void> {
  const messages = asyncApiDocument()
  app.get('/openapi.json', () => app.swagger())
  app.get('/asyncapi.json', () => messages)
}
