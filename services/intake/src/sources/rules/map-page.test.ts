import { describe, expect, it } from '@jest/globals'
import type { PageChange } from '../source.ts'
import { mapPage } from './map-page.ts'
import type { Rule } from './rule.ts'

type GivenPage = { rules: Rule[]; body?: object; event?: string; change?: PageChange; memory?: Record<string, string> }

type MappedPage = { verdict: string; urls?: string[]; reason?: string }

function map({ rules, body = {}, event = 'e', change = { action: 'update' }, memory = {} }: GivenPage): MappedPage {
  const context = { event, body: body as never, project: 'example.com', rules, urlOfId: (id: string) => memory[id] }
  const { verdict, ...rest } = mapPage(change, context)
  if (!('urls' in rest)) return { verdict, ...rest }
  return {
    ...rest,
    verdict,
    urls: rest.urls.map(({ url, action }) => `${action} ${url.replace('https://example.com', '')}`),
  }
}

const remove: PageChange = { action: 'delete' }
const memory = { 7: 'https://example.com/old', '7#1': 'https://example.com/de/alt' }

describe('a rule', () => {
  it('is the first that matches', () => {
    const rules: Rule[] = [
      { when: { type: 'a' }, url: '/a/{slug}' },
      { when: { type: ['a', 'b'] }, url: '/b/{slug}' },
    ]
    expect(map({ rules, body: { type: 'a', slug: 'x' } }).urls).toEqual(['update /a/x'])
    expect(map({ rules, body: { type: 'b', slug: 'x' } }).urls).toEqual(['update /b/x'])
    expect(map({ rules, body: { type: 'c', slug: 'x' } })).toEqual({ verdict: 'ignored', reason: 'no rule matches e' })
  })

  it('may say what an event means', () => {
    expect(map({ rules: [{ url: '/{id}', action: 'delete' }], body: { id: 1 } }).urls).toEqual(['delete /1'])
    expect(map({ rules: [{ action: 'scan' }] })).toEqual({ verdict: 'scan', reason: 'e' })
    expect(map({ rules: [{ action: 'ignore' }] })).toEqual({ verdict: 'ignored', reason: 'a rule ignores e' })
  })

  it('with several URLs remembers each, and deletes the ones that changed', () => {
    const rules: Rule[] = [{ url: ['/{en}', '/de/{de}'], id: '{id}' }]
    expect(map({ rules, body: { id: 7, en: 'old', de: 'neu' }, memory })).toEqual({
      verdict: 'urls',
      urls: ['delete /de/alt', 'update /old', 'update /de/neu'],
      missing: [],
      remember: [
        { id: '7', url: 'https://example.com/old' },
        { id: '7#1', url: 'https://example.com/de/neu' },
      ],
      forget: [],
    })
    expect(map({ rules, body: { id: 7, en: 'new' }, memory })).toMatchObject({
      urls: ['delete /old', 'update /new'],
      missing: ['de'],
    })
    expect(map({ rules, body: { id: 7 }, change: remove, memory })).toMatchObject({
      urls: ['delete /old', 'delete /de/alt'],
      forget: ['7', '7#1'],
    })
  })

  it('with a page that lists others updates it and never deletes it', () => {
    const rules: Rule[] = [{ url: ['/{slug}', '/blog/'], id: '{id}', publish_if: { live: true } }]
    expect(map({ rules, body: { id: 7, slug: 'new', live: true }, memory })).toMatchObject({
      urls: ['delete /old', 'delete /de/alt', 'update /new', 'update /blog/'],
      remember: [{ id: '7', url: 'https://example.com/new' }],
    })
    const one = { 7: 'https://example.com/old' }
    expect(map({ rules, body: { id: 7, live: true }, change: remove, memory: one }).urls).toEqual([
      'delete /old',
      'update /blog/',
    ])
    expect(map({ rules, body: { id: 7, live: false }, memory: one }).urls).toEqual(['delete /old', 'update /blog/'])
    expect(map({ rules: [{ url: '/blog/' }], change: remove }).urls).toEqual(['update /blog/'])
    expect(map({ rules, body: { id: 8 }, change: remove })).toMatchObject({
      urls: ['update /blog/'],
      missing: ['slug'],
    })
    expect(map({ rules: [{ url: '/blog/', action: 'delete' }] }).urls).toEqual(['delete /blog/'])
  })
})

describe('a deletion', () => {
  it('that has only an id finds the URL, whatever fields the rule that published it asks for', () => {
    const rules: Rule[] = [
      { when: { folder: 'news' }, url: '/news/{slug}', id: 'news/{id}' },
      { when: { folder: 'blog' }, url: '/blog/{slug}', id: '{id}' },
    ]
    expect(map({ rules, body: { id: 7 }, change: remove, memory: { 7: 'https://example.com/old' } }).urls).toEqual([
      'delete /old',
    ])
    expect(map({ rules, body: { id: 8 }, change: remove }).verdict).toBe('ignored')
    expect(
      map({ rules, body: { id: 7, folder: 'news' }, change: remove, memory: { 7: 'https://example.com/old' } }),
    ).toMatchObject({
      verdict: 'unmapped',
      reason: 'id never seen',
    })
  })

  it('names a URL that the payload still has', () => {
    expect(map({ rules: [{ url: '/{slug}', id: '{id}' }], body: { id: 1, slug: 'a' }, change: remove }).urls).toEqual([
      'delete /a',
    ])
  })

  it.each([
    [
      { rules: [{ url: '/{slug}', id: '{id}' }], body: { id: 1 } },
      { missing: [], reason: 'id never seen' },
    ],
    [
      { rules: [{ url: '/{slug}', id: '{id}' }], body: {} },
      { missing: ['id'], reason: 'missing field: id' },
    ],
    [
      { rules: [{ url: '/{slug}' }], body: {} },
      { missing: ['slug'], reason: 'missing field: slug' },
    ],
    [{ rules: [{ url: '/{slug}', id: '{id}' }], body: { id: 'x'.repeat(201) } }, { missing: ['slug'] }],
    [{ rules: [{ url: '/{slug}', id: '{id}' }], body: { id: 1, slug: '..' } }, { reason: 'a path with . or ..' }],
  ] as [GivenPage, object][])('%j is unmapped', (given, expected) => {
    expect(map({ ...given, change: remove })).toMatchObject({ verdict: 'unmapped', ...expected })
  })

  it('never names a remembered URL of another host', () => {
    const given = { rules: [{ url: '/{slug}', id: '{id}' }], body: { id: 7 }, memory: { 7: 'https://example.org/old' } }
    expect(map({ ...given, change: remove })).toMatchObject({ verdict: 'unmapped', reason: 'id never seen' })
  })
})
