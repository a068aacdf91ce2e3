import { describe, expect, it } from '@jest/globals'
import { unfitTexts } from './unfit-texts.ts'

describe('text that cannot be stored', () => {
  it.each<[string, unknown, string[]]>([
    ['a NUL in a field', { name: 'a\0b' }, ['name']],
    ['half of a surrogate pair in a field', { name: '\ud800' }, ['name']],
    ['a NUL within an object', { wait: { contains: '\0' } }, ['wait.contains']],
    ['half of a surrogate pair within a list', { ignore_text: ['fine', '\udc00'] }, ['ignore_text.1']],
    ['a NUL deep in rules', { rules: [{ when: { status: 'a\0' }, url: '/x' }] }, ['rules.0.when.status']],
    ['a NUL in a field’s name', { rules: [{ when: { 'a\0': 'x' } }] }, ['rules.0.when.a?']],
    ['URLs that are judged one by one', { urls: ['https://example.com/\0'] }, []],
    ['URLs that are not', { site: { urls: ['\0'] } }, ['site.urls.0']],
    ['ordinary text, numbers and null', { name: 'a😀', size: 3, on: true, none: null, list: [] }, []],
    ['nothing', null, []],
  ])('is found: %s', (_, data, names) => {
    expect(unfitTexts(data, 20)).toEqual(names)
  })

  it('is named no more often than asked', () => {
    expect(unfitTexts({ a: '\0', b: ['\0', '\0'] }, 2)).toEqual(['a', 'b.0'])
  })

  it('is found however deep it is', () => {
    let data: unknown = '\0'
    for (let depth = 0; depth < 20_000; depth++) data = [data]
    expect(unfitTexts({ data }, 20)).toHaveLength(1)
  })
})
