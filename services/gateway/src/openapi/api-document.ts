import { eventWebhooks } from './event-webhooks.ts'
import { hoistSchemas } from './hoist-schemas.ts'
import { hookPaths } from './hook-operations.ts'
import { describeResponses, shareResponses } from './responses.ts'
import { sampleOf } from './sample-of.ts'

export type Media = { schema?: object; example?: unknown }
export type Response = { description: string; headers?: object; content?: Record<string, Media> }
export type Operation = {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  parameters?: object[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, Response>
  security: object[]
  'x-required-scope'?: string
}
type Paths = Record<string, Record<string, Operation>>
export type ApiDocument = {
  openapi: string
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Paths
  webhooks: Paths
  components: Record<string, Record<string, unknown>>
}

/**
 * The document from what the routes declare: with the calls that intake serves and the events that the notifier sends, each
 * schema once and by its name, and an example of every body.
 */
export function completeDocument(declared: ApiDocument): ApiDocument {
  const paths = byOperation({ ...declared.paths, ...(hookPaths as object) } as Paths)
  const webhooks = byOperation(eventWebhooks as object as Paths)
  const schemas: Record<string, unknown> = {}
  const responses: Record<string, unknown> = {}
  return {
    ...declared,
    paths: shareResponses(hoistSchemas(paths, schemas) as Paths, responses),
    webhooks: hoistSchemas(webhooks, schemas) as Paths,
    components: {
      ...declared.components,
      schemas: Object.fromEntries(Object.entries(schemas).sort(([left], [right]) => (left < right ? -1 : 1))),
      responses,
    },
  }
}

const byOperation = (paths: Paths): Paths =>
  Object.fromEntries(
    Object.entries(paths).map(([path, methods]) => [
      path,
      Object.fromEntries(Object.entries(methods).map(([method, operation]) => [method, complete(operation)])),
    ]),
  )

function complete(operation: Operation): Operation {
  const { summary, description = `${summary}.`, requestBody, responses, 'x-required-scope': scope } = operation
  const scoped = scope === undefined ? description : `${description}\n\nRequired scope: \`${scope}\`.`
  return {
    ...operation,
    description: scoped,
    ...(requestBody && { requestBody: { ...requestBody, content: withExamples(requestBody.content, true) } }),
    responses: Object.fromEntries(
      Object.entries(describeResponses(responses)).map(([status, response]) => [
        status,
        response.content === undefined || Number(status) >= 400
          ? response
          : { ...response, content: withExamples(response.content, false) },
      ]),
    ),
  }
}

const withExamples = (content: Record<string, Media>, onlyRequired: boolean): Record<string, Media> =>
  Object.fromEntries(
    Object.entries(content).map(([type, media]) => [
      type,
      media.schema === undefined ? media : { ...media, example: sampleOf(media.schema, '', onlyRequired) },
    ]),
  )
