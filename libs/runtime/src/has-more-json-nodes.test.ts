import { describe, expect, it } from '@jest/globals'
import { hasMoreJsonNodes } from './has-more-json-nodes.ts'

describe('a JSON text', () => {
  it.each([
    ['nested arrays', '[[[[]]]]', 4],
    ['objects with members', '{"a":1,"b":{}}', 6],
    ['strings', '["a","b",""]', 4],
    ['signs inside strings', '["[[{{::,,,,,", "\\"[", "\\\\"]', 4],
    ['a string without end', '["[[[[[[[[[', 2],
    ['numbers, which count by their commas', '[1,2,3,4,5,6,7,8]', 7],
    ['other values without quotes', '{"a":[null,true,false,null,true]}', 4],
    ['what is no JSON', ']]]]}}}}', 0],
  ])('of %s has as many nodes as it opens, or commas', (_what, text, nodes) => {
    expect(hasMoreJsonNodes(text, nodes)).toBe(false)
    if (nodes > 0) expect(hasMoreJsonNodes(text, nodes - 1)).toBe(true)
  })
})
