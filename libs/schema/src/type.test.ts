import { describe, expect, it } from '@jest/globals'
import * as TypeBox from 'typebox'
import { Type } from './type.ts'

/** The same declaration, made with one of the two. */
type Declared = (type: typeof Type) => unknown

const declarations: Record<string, Declared> = {
  text: (type) => type.String({ minLength: 1, pattern: '^a', description: 'a text' }),
  'a bare text': (type) => type.String(),
  numbers: (type) => [type.Integer({ minimum: 0, default: 3 }), type.Number({ maximum: 1.5 })],
  'what is true or false': (type) => type.Boolean({ default: false }),
  'one value': (type) => [type.Literal('a', { title: 'A' }), type.Literal(1), type.Literal(true)],
  nothing: (type) => type.Null({ description: 'none' }),
  anything: (type) => [type.Unknown(), type.Unknown({ description: 'anything' })],
  'a list': (type) => type.Array(type.String(), { minItems: 1, maxItems: 10 }),
  'one of several': (type) => type.Union([type.String(), type.Null()], { description: 'text or null' }),
  'an object': (type) =>
    type.Object(
      { a: type.String(), b: type.Optional(type.Integer()), c: type.Unknown() },
      { additionalProperties: false },
    ),
  'an object that needs nothing': (type) => type.Object({ a: type.Optional(type.String({ default: 'x' })) }),
  'an empty object': (type) => type.Object({}),
  'an object of objects': (type) =>
    type.Object({ inner: type.Optional(type.Object({ a: type.String() }, { description: 'inner' })) }),
  'a partial object': (type) =>
    type.Partial(type.Object({ a: type.String(), b: type.Optional(type.Integer()) }, { additionalProperties: false })),
  'a part of a larger one': (type) =>
    type.Object({ a: type.Partial(type.Object({ b: type.String() })), c: type.Optional(type.Null()) }),
  'by names': (type) => type.Record(type.String(), type.Array(type.String()), { description: 'By field.' }),
  'what is written by hand': (type) => type.Unsafe<'a'>({ type: 'string', enum: ['a'] }),
  'what is written by hand and optional': (type) =>
    type.Object({ a: type.Optional(type.Unsafe<1>({ type: 'integer', enum: [1] })) }),
}

describe('Type', () => {
  it.each(Object.entries(declarations))('makes of %s what TypeBox makes', (_what, declare) => {
    const expected = declare(TypeBox as unknown as typeof Type)
    expect(JSON.stringify(declare(Type))).toBe(JSON.stringify(expected))
  })

  it('leaves a schema that was made optional required where it is used again', () => {
    const shared = Type.String()
    expect(Type.Object({ loose: Type.Optional(shared), fixed: shared }).required).toEqual(['fixed'])
  })
})
