import { describe, expect, it } from '@jest/globals'
import { fieldAt, firstText, listAt, textAt } from './json-field.ts'
import { parseJson } from './parse-json.ts'

const body = {
  post: { id: 7, tags: [{ slug: 'a' }, 'b'], live: false },
  'a.b': 1,
  'x/y': { '~z': 2 },
  empty: '',
  none: null,
}

describe('a field', () => {
  it.each([
    ['post.id', 7],
    ['/post/id', 7],
    ['post.tags.0.slug', 'a'],
    ['/post/tags/1', 'b'],
    ['/a.b', 1],
    ['/x~1y/~0z', 2],
    ['none', null],
  ])('%s is %j', (pointer, value) => {
    expect(fieldAt(body, pointer)).toEqual(value)
  })

  it.each([
    '',
    'post.missing',
    'post.id.deeper',
    'post.tags.length',
    'post.tags.-1',
    'post.tags.00000000001',
    'constructor',
    'post.constructor.prototype',
    '__proto__',
    'toString',
    'post.tags.map',
    'a.b',
    'none.x',
  ])('%j is absent', (pointer) => {
    expect(fieldAt(body, pointer)).toBeUndefined()
  })

  it('may have the name of a prototype if the document has it', () => {
    const parsed = parseJson('{"__proto__":{"slug":"a"}}')
    expect(parsed.ok && fieldAt(parsed.value, '__proto__.slug')).toBe('a')
    expect(parsed.ok && fieldAt(parsed.value, 'slug')).toBeUndefined()
  })

  it('is a text if it is a text, number or boolean', () => {
    expect(['post.id', 'post.live', 'post.tags.1', 'post', 'none'].map((pointer) => textAt(body, pointer))).toEqual([
      '7',
      'false',
      'b',
      undefined,
      undefined,
    ])
    expect(firstText(body, ['empty', 'none', 'post.id'])).toBe('7')
  })

  it('is a list only if it is one', () => {
    expect([listAt(body, 'post.tags').length, listAt(body, 'post'), listAt(body, 'x')]).toEqual([2, [], []])
  })
})
