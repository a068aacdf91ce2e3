import { describe, expect, it } from '@jest/globals'
import { maxJsonDepth, maxJsonValues, parseJson } from './parse-json.ts'

const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`

describe('a body', () => {
  it.each([
    ['{"a":[1,"b",null,true]}', { a: [1, 'b', null, true] }],
    ['{"id":9007199254740993,"price":0.1,"big":1e30}', { id: '9007199254740993', price: 0.1, big: 1e30 }],
    ['{"id":-9007199254740993}', { id: '-9007199254740993' }],
    ['"a"', 'a'],
    [`{"text":"${'['.repeat(100)}\\"${'{'.repeat(100)}"}`, { text: `${'['.repeat(100)}"${'{'.repeat(100)}` }],
  ])('%s is parsed', (text, value) => {
    expect(parseJson(text)).toEqual({ ok: true, value })
  })

  it.each(['', '{', 'a=1', "{'a':1}", '[1,]'])('%j is not JSON', (text) => {
    expect(parseJson(text)).toEqual({ ok: false, reason: 'the body is not JSON' })
  })

  it('has at most 64 levels', () => {
    expect(parseJson(nested(maxJsonDepth)).ok).toBe(true)
    expect(parseJson(nested(maxJsonDepth + 1))).toEqual({ ok: false, reason: 'JSON deeper than 64 levels' })
    expect(parseJson(`${'{"a":'.repeat(65)}1${'}'.repeat(65)}`).ok).toBe(false)
  })

  it.each([
    ['numbers', '1', 1],
    ['texts', '"[{,\\",["', 1],
    ['objects with a field', '{"a":[1]}', 3],
  ])('has at most 50,000 values, such as %s', (_what, value, values) => {
    const list = (total: number) => `[${Array.from({ length: Math.floor(total / values) }, () => value).join(',')}]`
    const tooMany = { ok: false, reason: 'JSON with more than 50000 values' }
    expect(parseJson(list(maxJsonValues - values)).ok).toBe(true)
    expect(parseJson(list(maxJsonValues + values))).toEqual(tooMany)
  })

  it('does not change the prototype of objects', () => {
    const parsed = parseJson('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}')
    expect(parsed.ok).toBe(true)
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })
})
