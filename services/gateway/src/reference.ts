import swagger from '@fastify/swagger'
import type { HttpServer } from '@pagebell/http/http-server'
import { asyncApiDocument } from '@pagebell/messages/asyncapi'
import fastifyPlugin from 'fastify-plugin'
import { type ApiDocument, completeDocument } from './openapi/api-document.ts'
import { asSent, bodyAsSent } from './openapi/hoist-schemas.ts'

const description = `Rates web pages and tells search engines when they change.

Every call below \`/api/v1\` needs an API key: \`Authorization: Bearer pbk_…\`; each names the scope that the key needs. Bodies
may be forms or JSON; unknown fields and parameters are refused. Times are RFC 3339 in UTC. Errors are
\`application/problem+json\` (RFC 9457). \`RateLimit\` and \`RateLimit-Policy\` tell how many calls the account has left in
this minute, with all of its keys. The calls below \`/api/hooks\` take the token of a webhook instead. Guide and reference:
\`/docs\`.`

/** Every call belongs to one of them. */
const tags = {
  reports: 'Rate pages, and read, change and repeat the ratings.',
  projects: 'Sites, named by their host, and the checks that they leave out.',
  channels: 'How URLs reach the engines: settings, pauses, key files.',
  hooks: 'The webhook of a project: make, rotate, disable and revoke its token.',
  webhook: 'Submit changed URLs with the token of a webhook.',
  deliveries: 'What became of every submitted URL.',
  events: 'The endpoint of a project and the events that are sent to it.',
  account: 'Plan, quota and limits.',
}

const securitySchemes = {
  key: { type: 'http', scheme: 'bearer', description: 'An API key: pbk_…' },
  hookToken: { type: 'http', scheme: 'bearer', description: 'The token of a webhook: pbh_…' },
} as const

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

/** The documents for programs. */
export async function serveDocuments(app: HttpServer): Promise<void> {
  const messages = asyncApiDocument()
  app.get('/openapi.json', () => app.swagger())
  app.get('/asyncapi.json', () => messages)
}
