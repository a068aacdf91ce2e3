import { describe, expect, it } from '@jest/globals'
import { isDeeperJson } from './is-deeper-json.ts'

describe('a JSON text', () => {
  it.each([
    ['arrays and objects in each other', '[{"a":[1]}]', 3],
    ['neighbours', '[[],[],{},{}]', 2],
    ['brackets in strings', '["[[[{{{", "\\"[["]', 1],
    ['no end', '[[[', 3],
    ['neither', '"text"', 0],
  ])('with %s is as deep as they are', (_what, text, depth) => {
    expect(isDeeperJson(text, depth)).toBe(false)
    if (depth > 0) expect(isDeeperJson(text, depth - 1)).toBe(true)
  })
})
