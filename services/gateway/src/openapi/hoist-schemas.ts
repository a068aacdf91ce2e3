import { nameKeyword, schemaNamed } from './named-schema.ts'

type Json = Record<string, unknown>

/** Puts each named schema into the map once, and `$ref` in its place everywhere else. */
export function hoistSchemas(node: unknown, into: Record<string, unknown>): unknown {
  if (Array.isArray(node)) return node.map((one) => hoistSchemas(one, into))
  if (typeof node !== 'object' || node === null) return node
  const { [nameKeyword]: name, ...schema } = node as Json
  if (typeof name !== 'string') return hoistFields(schema, into)

  const declared = schemaNamed(name)
  if (!(name in into)) {
    // Reserved before its parts are looked at.
    into[name] = {}
    into[name] = hoistFields(bodyAsSent(declared), into)
  }
  const { type, description } = schema
  const own = description !== undefined && description !== declared['description'] && { description }
  const ref = { $ref: `#/components/schemas/${name}` }
  const isNullable = Array.isArray(type) && type.includes('null')
  return isNullable ? { anyOf: [ref, { type: 'null' }], ...own } : { ...ref, ...own }
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

/** The same of a body, with defaults in words: generators take a field that has one for a field that must be there. */
export function bodyAsSent(schema: Json): Json {
  const sent = asSent(schema)
  const properties = sent['properties'] as Record<string, Json> | undefined
  if (properties === undefined) return sent
  const told = Object.entries(properties).map(([field, { default: value, description = '', ...rest }]) => {
    const words = value === undefined ? description : `${String(description)} Default: ${JSON.stringify(value)}.`.trim()
    return [field, { ...rest, ...(words !== '' && { description: words }) }]
  })
  return { ...sent, properties: Object.fromEntries(told) }
}
