import { type TSchema, Type } from '@pagebell/schema/type'

/** A value or null, as a list of types: fast-json-stringify writes that without validating, unlike a union. */
export const orNull = <T>(schema: TSchema & { type: string }, more: object = {}) =>
  Type.Unsafe<T | null>({ ...schema, ...more, type: [schema.type, 'null'] })

export const textOrNull = (more: object = {}) => orNull<string>(Type.String(), more)
export const integerOrNull = (more: object = {}) => orNull<number>(Type.Integer(), more)

/** RFC 3339, UTC, with milliseconds. */
export const time = (description: string) => Type.String({ description, examples: ['2026-11-21T10:00:00.000Z'] })
export const timeOrNull = (description: string) => textOrNull({ description, examples: ['2026-11-21T10:00:00.000Z'] })

export const oneOf = <const Values extends readonly (string | number)[]>(values: Values, more: object = {}) =>
  Type.Unsafe<Values[number]>({ type: typeof values[0] === 'number' ? 'integer' : 'string', enum: values, ...more })

/** The fields of a request: any other field is refused. */
export const onlyThese = { additionalProperties: false }

type Schema = Record<string, unknown>

/** Marks a schema of a route; the OpenAPI document has `$ref` in its place. Validation and serialization ignore it. */
export const nameKeyword = 'x-schema'

const schemas = new Map<string, Schema>()

/** A schema that appears once in `components.schemas`. Throws if the name is taken. */
export function named<Named extends TSchema>(name: string, schema: Named): Named {
  if (schemas.has(name)) throw new Error(`Two schemas are named ${name}.`)
  schemas.set(name, schema as Schema)
  return { ...schema, [nameKeyword]: name }
}

/**
 * A schema that is described in more detail than it is serialized: results are passed on as PostgreSQL stores them, in
 * their order and with the fields of the rule set of their time.
 */
export function describedBy<Serialized extends TSchema>(
  name: string,
  described: object,
  schema: Serialized,
): Serialized {
  named(name, described as TSchema)
  return { ...schema, [nameKeyword]: name }
}

export function schemaNamed(name: string): Schema {
  const schema = schemas.get(name)
  if (schema === undefined) throw new Error(`No schema is named ${name}.`)
  return schema
}
