import { describe, expect, it } from '@jest/globals'
import { canonicalJson } from './structured-data.ts'

describe('JSON-LD is compared', () => {
  it.each([
    [
      'with sorted keys',
      '{"b":1,"a":{"d":[1,{"f":null,"e":true}],"c":""}}',
      '{"a":{"c":"","d":[1,{"e":true,"f":null}]},"b":1}',
    ],
    ['without dateModified', '{"a":[{"dateModified":"2025-01-01","b":1}],"dateModified":"x"}', '{"a":[{"b":1}]}'],
    ['without interactionStatistic', '{"interactionStatistic":[{"n":1}],"b":{}}', '{"b":{}}'],
    [
      'with @id without fragment',
      '{"@id":"https://example.com/#a","b":{"@id":"#c"}}',
      '{"@id":"https://example.com/","b":{"@id":""}}',
    ],
    ['with normalised text', '{"a":"x \\n y\\u200b"}', '{"a":"x y"}'],
    ['with numbers by value', '{"price":10.0}', '{"price":10}'],
    [
      'with images without hash',
      '{"image":"https://example.com/t.3f2a91bc.jpg?v=1"}',
      '{"image":"https://example.com/t.jpg"}',
    ],
    ['with other addresses as written', '{"url":"https://example.com/t?v=1"}', '{"url":"https://example.com/t?v=1"}'],
    ['as text, if it is no JSON', '{"a": 1,\n}', '{"a": 1, }'],
    ['with lists in their order', '[3,1,2]', '[3,1,2]'],
  ])('%s', (_how, text, expected) => {
    expect(canonicalJson(text)).toBe(expected)
  })

  it('however deep it is', () => {
    const text = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    expect(canonicalJson(text)).toBe(text)
  })
})
