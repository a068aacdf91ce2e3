import { describe, expect, it } from '@jest/globals'
import { readExchange } from './read-exchange.ts'

const read = (line: object) => readExchange(JSON.stringify(line)).exchange

describe('a recorded exchange', () => {
  it('is known by its address alone', () => {
    const { url, status, headers, robots, redirects } = read({ url: 'https://EXAMPLE.com' })
    expect({ url, status, headers, robots, redirects }).toEqual({
      url: 'https://example.com/',
      status: 200,
      headers: [],
      robots: { status: 404, body: null },
      redirects: null,
    })
  })

  it('may have its headers as pairs or by name', () => {
    const [pairs, names] = [
      [['Content-Type', 'text/html; charset=koi8-r']],
      { 'content-type': 'text/html; charset=koi8-r' },
    ]
    expect([read({ url: 'https://a/', headers: pairs }), read({ url: 'https://a/', headers: names })]).toEqual([
      expect.objectContaining({ charset: { bom: null, header: 'koi8-r', meta: null } }),
      expect.objectContaining({ charset: { bom: null, header: 'koi8-r', meta: null } }),
    ])
  })

  it('may have its robots.txt as a text or with a status', () => {
    expect(read({ url: 'https://a/', robots: 'x' }).robots).toEqual({ status: 200, body: 'x' })
    expect(read({ url: 'https://a/', robots: { status: null, body: null } }).robots).toEqual({
      status: null,
      body: null,
    })
  })

  it.each([
    'null',
    '7',
    '[]',
    '{}',
    '{"url":7}',
    '{"url":"https://a/","headers":[null]}',
    '{"url":"https://a/","html":7}',
    '{"url":"https://a/","headers":"x"}',
    'x',
  ])('is not %s', (line) => {
    expect(() => readExchange(line)).toThrow(expect.objectContaining({ name: 'SyntaxError' }))
  })

  it('of an address that cannot be parsed is refused', () => {
    expect(() => read({ url: 'nowhere' })).toThrow(expect.objectContaining({ reason: 'blocked_address' }))
  })
})
