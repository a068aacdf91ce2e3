import compileSerializer, { type Schema } from 'fast-json-stringify'
import type { FastifySchema } from 'fastify'
import type { HttpServer } from './http-server.ts'
import { compileValidator } from './validate.ts'

/**
 * Compiles each schema of a request or a response when it is first needed. The gateway has hundreds of them, its first
 * requests need a few, and to compile all took a third of the CPU until it was ready.
 */
export function compileAtFirstUse(app: HttpServer): void {
  app.setValidatorCompiler(atFirstUse(compileValidator()))
  app.setSerializerCompiler(atFirstUse(compileResponse))
}

/**
 * Compiles all schemas of a route and returns their number. For tests: throws for a schema that a running service would
 * find to be wrong at its first request.
 */
export function compileSchemas({ body, querystring, params, headers, response }: FastifySchema): number {
  const compileRequest = compileValidator()
  const requests = Object.entries({ body, querystring, params, headers }).filter(([, schema]) => schema !== undefined)
  for (const [httpPart, schema] of requests) compileRequest({ schema, httpPart, method: '', url: '' })
  const responses = Object.values((response ?? {}) as Record<string, ResponseSchema>).flatMap((one) =>
    'content' in one ? Object.values(one.content).map(({ schema }) => schema) : [one],
  )
  for (const schema of responses) compileResponse({ schema })
  return requests.length + responses.length
}

/** Of one status: for one content type, or for each. */
type ResponseSchema = object | { content: Record<string, { schema: object }> }

const compileResponse = ({ schema }: { schema: unknown }): ((value: unknown) => string) =>
  compileSerializer(schema as Schema)

function atFirstUse<Route, Value, Result>(
  compile: (route: Route) => (value: Value) => Result,
): (route: Route) => (value: Value) => Result {
  return (route) => {
    let compiled: ((value: Value) => Result) | undefined
    return (value) => {
      compiled ??= compile(route)
      return compiled(value)
    }
  }
}
