import { describe, expect, it } from '@jest/globals'
import { judgeUrls } from './judge-urls.ts'

const judge = (urls: string[], channel = 'indexnow') => judgeUrls(urls, 'example.com', [channel])

describe('judging', () => {
  it.each([
    ['https://example.com/', 'https://example.com/'],
    ['https://www.example.com/a', 'https://www.example.com/a'],
    ['https://shop.eu.example.com/a', 'https://shop.eu.example.com/a'],
    ['HTTP://EXAMPLE.com:80/%7Ea/../b#c', 'http://example.com/b'],
    ['https://bücher.example.com/ä', 'https://xn--bcher-kva.example.com/%C3%A4'],
  ])('%s is the project’s own, and is sent on as %s', (sent, url) => {
    const { siteUrls, judged } = judge([sent])
    expect(judged).toEqual([{ kind: 'distinct', entry: 0 }])
    expect(siteUrls.map((one) => one.url)).toEqual([url])
  })

  it.each([
    'https://example.com.evil.test/',
    'https://notexample.com/',
    'https://evil.test/?https://example.com/',
    'https://com/',
    'https://xn--exmple-cua.com/',
  ])('%s is foreign', (sent) => {
    expect(judge([sent])).toMatchObject({ siteUrls: [], judged: [{ kind: 'foreign' }] })
  })

  it.each(['', ' ', 'nonsense', 'ftp://example.com/', 'javascript:alert(1)', 'https://', '//example.com/'])(
    '%j is invalid, with a reason',
    (sent) => {
      expect(judge([sent])).toMatchObject({
        siteUrls: [],
        judged: [{ kind: 'invalid', reason: expect.stringMatching(/./) }],
      })
    },
  )

  it('finds a repeat under another spelling, and says of which', () => {
    const { siteUrls, judged } = judge([
      'https://example.com/b',
      'https://example.com/a',
      'https://EXAMPLE.com:443/%61#x',
    ])
    expect(siteUrls.map(({ url }) => url)).toEqual(['https://example.com/b', 'https://example.com/a'])
    expect(judged).toEqual([
      { kind: 'distinct', entry: 0 },
      { kind: 'distinct', entry: 1 },
      { kind: 'repeat', entry: 1 },
    ])
  })

  it('knows each URL and channel apart by 16 bytes', () => {
    const hashes = [judge(['https://example.com/a'])]
      .concat(judge(['https://example.com/b']), judge(['https://example.com/a'], 'google'))
      .flatMap(({ siteUrls }) => siteUrls.map(({ hash }) => hash.toString('hex')))
    expect(new Set(hashes).size).toBe(3)
    for (const hash of hashes) expect(hash).toHaveLength(32)
    expect(judge(['https://example.com/a']).siteUrls[0]?.hash.toString('hex')).toBe(hashes[0])
  })
})
