import { Type } from '@pagebell/schema/type'
import { textFields } from './form-body.ts'
import type { HttpServer } from './http-server.ts'

const repeatedIn = new WeakMap<object, string[]>()

/** The names repeated in a query. The parser cannot report them; the validator does. */
export const repeatedNames = (query: unknown): string[] =>
  typeof query === 'object' && query !== null ? (repeatedIn.get(query) ?? []) : []

export function parseQuery(text: string): Record<string, string> {
  const { fields, repeated } = textFields(text)
  if (repeated.length > 0) repeatedIn.set(fields, repeated)
  return fields
}

/** In this scope, a route that declares no query takes none: unknown parameters are refused like wrong values. */
export function refuseUnknownQueries(app: HttpServer): void {
  const noQuery = Type.Object({}, { additionalProperties: false })
  app.addHook('onRoute', (route) => {
    route.schema = { querystring: noQuery, ...route.schema }
  })
}
