import type { TSchema } from '@pagebell/schema/type'

type Schema = Record<string, unknown>

/** Marks a schema in a route; the document has `$ref` in its place. Validation and serialization ignore it. */
export const nameKeyword = 'x-schema'

const schemas = new Map<string, Schema>()

/** A schema that stands once in `components.schemas`. Two of one name are a mistake. */
export function named<Given extends TSchema>(name: string, schema: Given): Given {
  if (schemas.has(name)) throw new Error(`Two schemas are named ${name}.`)
  schemas.set(name, schema as Schema)
  return { ...schema, [nameKeyword]: name }
}

/**
 * A schema that is described in more detail than it is serialized: results are passed on as PostgreSQL keeps them, in their
 * order and with the fields of the rule set of their time.
 */
export function describedBy<Given extends TSchema>(name: string, described: object, schema: Given): Given {
  named(name, described as TSchema)
  return { ...schema, [nameKeyword]: name }
}

export function schemaNamed(name: string): Schema {
  const schema = schemas.get(name)
  if (schema === undefined) throw new Error(`No schema is named ${name}.`)
  return schema
}
