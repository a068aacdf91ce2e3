import { describe, expect, it, jest } from '@jest/globals'
import { fillTemplate, parseTemplate } from './template.ts'

const fields = {
  slug: 'Winter-Offers',
  id: 7,
  live: true,
  path: 'content/blog/index.md',
  names: { 'en-US': 'winter', 'de-DE': 'Winter' },
  only: { fr: 'hiver' },
  empty: '',
  none: null,
  list: ['a'],
}

function filled(text: string, more: object = {}): unknown {
  const parsed = parseTemplate(text)
  if (!parsed.ok) return parsed.error
  const result = fillTemplate(parsed.template, { ...fields, ...more }, 'example.com')
  return result.ok ? result.text : result.missing
}

describe('a template', () => {
  it.each([
    ['{project}/{id}', 'example.com/7'],
    ['{live}', 'true'],
    ['{slug|lower}', 'winter-offers'],
    ['{/names/en-US}', 'winter'],
    ['{names|locale:de-DE}', 'Winter'],
    ['{names|locale:de-DE|lower}', 'winter'],
    ['{names|locale}', 'winter'],
    ['{only|locale}', 'hiver'],
    ['{slug|locale:de-DE}', 'Winter-Offers'],
    ['{path|strip:content/|strip_ext|index}', 'blog'],
    ['{path|strip:blog/}', 'content/blog/index.md'],
    ['{ slug }', 'Winter-Offers'],
    ['no field', 'no field'],
    ['', ''],
  ])('%s gives %j', (text, expected) => {
    expect(filled(text)).toBe(expected)
  })

  it.each([
    ['a.b/c.d.md', 'strip_ext', 'a.b/c.d'],
    ['a.b/c', 'strip_ext', 'a.b/c'],
    ['a/.htaccess', 'strip_ext', 'a/.htaccess'],
    ['index', 'index', ''],
    ['_index', 'index', ''],
    ['a/_index', 'index', 'a'],
    ['a/reindex', 'index', 'a/reindex'],
    ['index/a', 'index', 'index/a'],
    ['a:b', 'strip:a:', 'b'],
  ])('%s with %s gives %j', (value, filter, expected) => {
    expect(filled(`{value|${filter}}`, { value })).toBe(expected)
  })

  it.each([
    ['{empty}', ['empty']],
    ['{none}', ['none']],
    ['{list}', ['list']],
    ['{names}', ['names']],
    ['{a}/{b.c}/{a}', ['a', 'b.c']],
    ['{names|locale:fr}', ['names.fr']],
    ['{names|locale:constructor}', ['names.constructor']],
    ['{gone|locale:fr}', ['gone']],
  ])('%s names what is missing', (text, missing) => {
    expect(filled(text)).toEqual(missing)
  })

  it('encodes no value that no URL can have, and none beyond the longest URL', () => {
    const encode = jest.fn((value: string) => value)
    const fill = (text: string, value: string) => {
      const parsed = parseTemplate(text)
      return parsed.ok && fillTemplate(parsed.template, { value }, 'example.com', encode)
    }
    const refused = { ok: false, missing: [], reason: 'a url of more than 2048 characters' }
    expect(fill('{value}{value}', 'a'.repeat(2_049))).toEqual(refused)
    expect(encode).not.toHaveBeenCalled()
    expect(fill('{value}{value}{value}{value}', 'a'.repeat(1_025))).toEqual(refused)
    expect(encode).toHaveBeenCalledTimes(2)
  })

  it.each([
    ['{slug', 'has a { without a }'],
    ['slug}', 'has a } without a {'],
    ['{a}}', 'has a } without a {'],
    ['{}', 'has a placeholder without a field'],
    ['{|lower}', 'has a placeholder without a field'],
    ['{a|upper}', /^has the filter "upper"; allowed are strip:prefix, strip_ext, index, lower, locale/],
    ['{a|constructor}', /^has the filter "constructor"/],
    ['{a|strip}', /^has the filter "strip"/],
    ['{a|lower:x}', /^has the filter "lower:x"/],
  ])('%s is refused', (text, error) => {
    expect(filled(text)).toMatch(error)
  })
})
