import { describe, expect, it } from '@jest/globals'
import { readComparison } from './read-comparison.ts'

const read = (row: unknown) => readComparison(JSON.stringify(row))

describe('a row of two responses', () => {
  it('may have all fields', () => {
    const page = { url: 'https://example.com', status: 301, headers: [['Location', '/b']], html: '<p>x' }
    const { before } = read({ before: page, after: {} })
    const { html, ...response } = page
    expect(before).toMatchObject({ ...response, url: 'https://example.com/' })
    expect(Buffer.from(before.body).toString()).toBe(html)
  })

  it('may have none', () => {
    const { before, after } = read({ before: {}, after: { url: null, status: null, headers: null, html: null } })
    expect(before).toEqual(after)
    expect(before).toMatchObject({ url: 'https://example.invalid/', status: 200, headers: [] })
  })

  it('has one address, if only one page names it', () => {
    const { before } = read({ before: {}, after: { url: 'https://example.com/a' } })
    expect(before.url).toBe('https://example.com/a')
  })

  it.each([
    [[['a', 'b']], [['a', 'b']]],
    [{ a: 'b' }, [['a', 'b']]],
    [
      { a: ['b', 'c'] },
      [
        ['a', 'b'],
        ['a', 'c'],
      ],
    ],
    [{ a: 7, b: null }, [['a', '7']]],
    [{}, []],
  ])('may have the headers %j', (headers, pairs) => {
    expect(read({ before: { headers }, after: {} }).before.headers).toEqual(pairs)
  })

  it.each([
    [null, /"before" and "after"/],
    [[], /"before" and "after"/],
    [{ before: {} }, /"before" and "after"/],
    [{ before: {}, after: [] }, /"before" and "after"/],
    [{ before: { url: '/a' }, after: {} }, /"before.url"/],
    [{ before: { url: 7 }, after: {} }, /"before.url"/],
    [{ before: {}, after: { status: '200' } }, /"after.status"/],
    [{ before: {}, after: { status: 1.5 } }, /"after.status"/],
    [{ before: {}, after: { html: 7 } }, /"after.html"/],
    [{ before: { headers: 'a: b' }, after: {} }, /"before.headers"/],
    [{ before: { headers: [['a']] }, after: {} }, /"before.headers"/],
    [{ before: { headers: { a: true } }, after: {} }, /"before.headers"/],
  ])('%j is malformed', (row, message) => {
    expect(() => read(row)).toThrow(message)
  })

  it('that is no JSON is malformed', () => {
    expect(() => readComparison('{')).toThrow(SyntaxError)
  })
})
