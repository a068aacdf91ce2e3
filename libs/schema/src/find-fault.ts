import { Ajv } from 'ajv'

/** Where in a value (a JSON pointer, empty for the whole), and what is wrong there. */
export type SchemaFault = { path: string; text: string }

// Formats are for people and documents where no request is read: the patterns beside them decide.
const ajv = new Ajv({ strict: false, validateFormats: false })

/** The first violation of a JSON Schema by a value; undefined if it is valid. Compiles a schema once. */
export function findFault(schema: object, value: unknown): SchemaFault | undefined {
  const check = ajv.compile(schema)
  if (check(value)) return undefined
  const [first] = check.errors ?? []
  return { path: first?.instancePath ?? '', text: first?.message ?? 'is not as its schema says' }
}
