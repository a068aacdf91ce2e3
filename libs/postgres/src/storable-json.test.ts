import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { storableJson, storableText } from './storable-json.ts'

describe('storableJson', () => {
  it.each([
    ['a\0b', 'a\ufffdb'],
    ['\ud800x', '\ufffdx'],
    ['x\udc00', 'x\ufffd'],
    ['💡', '💡'],
    ['\\u0000', '\\u0000'],
    ['\\\0', '\\\ufffd'],
    ['\\ud800', '\\ud800'],
  ])('keeps %j as %j', (given, kept) => {
    expect(JSON.parse(storableJson({ [given]: [given] }))).toEqual({ [kept]: [kept] })
  })

  it('agrees with storableText on any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(JSON.parse(storableJson(text))).toBe(storableText(text))
      }),
    )
  })
})
