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

/** A request's fields: whatever else is sent is refused. */
export const onlyThese = { additionalProperties: false }
