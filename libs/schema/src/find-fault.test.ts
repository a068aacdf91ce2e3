import { describe, expect, it } from '@jest/globals'
import { findFault } from './find-fault.ts'
import { Type } from './type.ts'

const schema = Type.Object(
  { name: Type.String({ maxLength: 3 }), list: Type.Optional(Type.Array(Type.Integer({ minimum: 1 }))) },
  { additionalProperties: false },
)

describe('findFault', () => {
  it('finds none in what fits', () => {
    expect(findFault(schema, { name: 'abc', list: [1, 2] })).toBeUndefined()
  })

  it.each([
    [{}, '', "must have required property 'name'"],
    [{ name: 'abcd' }, '/name', 'must NOT have more than 3 characters'],
    [{ name: 'a', list: [1, 0] }, '/list/1', 'must be >= 1'],
    [{ name: 'a', more: 1 }, '', 'must NOT have additional properties'],
    [null, '', 'must be object'],
  ])('says where %j does not fit, and why', (value, path, text) => {
    expect(findFault(schema, value)).toEqual({ path, text })
  })

  it('counts characters, not halves of them', () => {
    expect(findFault(schema, { name: '🔔🔔🔔' })).toBeUndefined()
  })
})
