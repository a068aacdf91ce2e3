import { nameKeyword, schemaNamed } from '../http/schemas.ts'
import { eventWebhooks } from './event-webhooks.ts'
import { hookPaths } from './hook-operations.ts'
import { describeResponses, type Media, type Operation, type Paths, shareResponses } from './responses.ts'
import { sampleOf } from './sample-of.ts'

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
 * The document of what the routes declare, with the operations of intake and the events of the notifier. Each schema
 * appears once, by its name, and every body has an example.
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

type Json = Record<string, unknown>

/** Puts each named schema into the map once, and `$ref` in its place everywhere else. */
function hoistSchemas(node: unknown, into: Record<string, unknown>): unknown {
  if (Array.isArray(node)) return node.map((one) => hoistSchemas(one, into))
  if (typeof node !== 'object' || node === null) return node
  const { [nameKeyword]: name, ...schema } = node as Json
  if (typeof name !== 'string') return hoistFields(schema, into)

  const declared = schemaNamed(name)
  if (!(name in into)) {
    // Reserved first, so that a schema that contains itself ends.
    into[name] = {}
    into[name] = hoistFields(bodyAsSent(declared), into)
  }
  const { type, description } = schema
  const override = description !== undefined && description !== declared['description'] && { description }
  const ref = { $ref: `#/components/schemas/${name}` }
  const isNullable = Array.isArray(type) && type.includes('null')
  return isNullable ? { anyOf: [ref, { type: 'null' }], ...override } : { ...ref, ...override }
}

const hoistFields = (fields: Json, into: Record<string, unknown>): Json =>
  Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, hoistSchemas(value, into)]))

/** Validation fills defaults in, so that handlers have every field; a client may leave those out. */
export function asSent(schema: Json): Json {
  const properties = schema['properties'] as Record<string, Json> | undefined
  const required = (schema['required'] as string[] | undefined)?.filter(
    (field) => properties?.[field]?.['default'] === undefined,
  )
  return { ...schema, ...(required !== undefined && { required }) }
}

/** The same for a body, with defaults moved to the descriptions: generators make a field with a default required. */
export function bodyAsSent(schema: Json): Json {
  const sent = asSent(schema)
  const properties = sent['properties'] as Record<string, Json> | undefined
  if (properties === undefined) return sent
  const described = Object.entries(properties).map(([field, { default: value, description = '', ...rest }]) => {
    const text = value === undefined ? description : `${String(description)} Default: ${JSON.stringify(value)}.`.trim()
    return [field, { ...rest, ...(text !== '' && { description: text }) }]
  })
  return { ...sent, properties: Object.fromEntries(described) }
}
