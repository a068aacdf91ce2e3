import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { HttpServer } from '@pagebell/http/http-server'
import { asyncApiDocument } from '@pagebell/messages/asyncapi'
import fastifyPlugin from 'fastify-plugin'

const description = `Rates web pages and tells search engines when they change.

Every call needs an API key: \`Authorization: Bearer pbk_…\`. Bodies may be forms or JSON; unknown fields and parameters are
refused. Times are RFC 3339 in UTC. Errors are \`application/problem+json\` (RFC 9457). \`RateLimit\` and
\`RateLimit-Policy\` tell how many calls a key has left in this minute.`

/** Collects the schemas that validate into the OpenAPI document. Before the routes. */
export const describeApi = (publicOrigin: string) =>
  fastifyPlugin(async (app: HttpServer) => {
    await app.register(swagger, {
      openapi: {
        openapi: '3.1.0',
        info: {
          title: 'Pagebell',
          version: '1.0.0',
          description,
          license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
        },
        servers: [{ url: publicOrigin }],
        tags: ['reports', 'projects', 'channels', 'hooks', 'deliveries', 'events', 'account'].map((name) => ({ name })),
        components: { securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'An API key: pbk_…' } } },
        security: [{ key: [] }],
      },
      hideUntagged: true,
      // The scope of a key stands where OpenAPI has the roles of a credential.
      transform: ({ schema, url, route }) => {
        const scope = route.config?.scope
        const { body, querystring, ...rest } = (schema ?? {}) as Described
        const security = [{ key: scope === undefined ? [] : [scope] }]
        const fields = { ...(body && { body: asSent(body) }), ...(querystring && { querystring: asSent(querystring) }) }
        return { schema: { ...rest, ...fields, security }, url }
      },
    })
  })

type Fields = { required?: string[]; properties?: Record<string, { default?: unknown }> }
type Described = { body?: Fields; querystring?: Fields }

/** Validation fills defaults in, so that handlers have every field; who sends it may leave those out. */
function asSent(schema: Fields): Fields {
  const required = schema.required?.filter((name) => schema.properties?.[name]?.default === undefined)
  return { ...schema, ...(required && { required }) }
}

/** The reference for people at /docs, for programs at /openapi.json and /asyncapi.json. */
export async function serveReference(app: HttpServer): Promise<void> {
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    uiConfig: { docExpansion: 'list', deepLinking: true },
  })
  const messages = asyncApiDocument()
  app.get('/openapi.json', () => app.swagger())
  app.get('/asyncapi.json', () => messages)
}
