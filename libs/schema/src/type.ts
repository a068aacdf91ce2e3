import type * as TypeBox from 'typebox'

export type { Static, TObject, TSchema } from 'typebox'

type Built =
  | 'Array'
  | 'Boolean'
  | 'Integer'
  | 'Literal'
  | 'Null'
  | 'Number'
  | 'Object'
  | 'Optional'
  | 'Partial'
  | 'String'
  | 'Union'
  | 'Unknown'
  | 'Unsafe'

type Builder = Pick<typeof TypeBox, Built> & {
  /** Its keys are any text. */
  Record<Value extends TypeBox.TSchema>(
    key: TypeBox.TString,
    value: Value,
    options?: TypeBox.TSchemaOptions,
  ): TypeBox.TRecord<'^.*$', Value>
}

type Schema = Record<string, unknown>

/** Those that an object may do without. */
const optional = new WeakSet<object>()

const object = (properties: Record<string, object>, options?: Schema): Schema => {
  const required = Object.keys(properties).filter((name) => !optional.has(properties[name] ?? {}))
  return { type: 'object', ...(required.length > 0 && { required }), properties, ...options }
}

const mayBeLeftOut = (schema: object): object => {
  const copy = { ...schema }
  optional.add(copy)
  return copy
}

/** The JSON Schemas that TypeBox would make, of the kinds that are used here, as plain objects. */
const builder: Record<keyof Builder, (...given: never[]) => unknown> = {
  Array: (items: object, options?: Schema) => ({ type: 'array', items, ...options }),
  Boolean: (options?: Schema) => ({ type: 'boolean', ...options }),
  Integer: (options?: Schema) => ({ type: 'integer', ...options }),
  Literal: (value: string | number | boolean, options?: Schema) => ({ type: typeof value, const: value, ...options }),
  Null: (options?: Schema) => ({ type: 'null', ...options }),
  Number: (options?: Schema) => ({ type: 'number', ...options }),
  Object: object,
  Optional: mayBeLeftOut,
  Partial: ({ properties }: { properties: Record<string, object> }, options?: Schema) => {
    const loose = Object.entries(properties).map(([name, schema]) => [name, mayBeLeftOut(schema)])
    return object(Object.fromEntries(loose), options)
  },
  Record: (_key: object, value: object, options?: Schema) => ({
    type: 'object',
    patternProperties: { '^.*$': value },
    ...options,
  }),
  String: (options?: Schema) => ({ type: 'string', ...options }),
  Union: (anyOf: object[], options?: Schema) => ({ anyOf, ...options }),
  Unknown: (options?: Schema) => ({ ...options }),
  Unsafe: (schema: object) => ({ ...schema }),
}

/**
 * Declares a JSON Schema and the TypeScript type of matching values, with the interface and types of TypeBox. TypeBox
 * itself has more than 400 modules, which took a third of the start time of every service
 * (docs/performance-decisions.md).
 */
export const Type = builder as unknown as Builder
