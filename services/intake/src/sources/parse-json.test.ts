import { describe, expect, it } from '@jest/globals'
import { maxJsonDepth, parseJson } from './parse-json.ts'

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

  it('does not change the prototype of objects', () => {
    const parsed = parseJson('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}')
    expect(parsed.ok).toBe(true)
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })
})
