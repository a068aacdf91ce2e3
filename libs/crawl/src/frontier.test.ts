import { describe, expect, it } from '@jest/globals'
import { type CrawlLimits, defaultLimits } from './crawl-limits.ts'
import { createFrontier, type Source } from './frontier.ts'
import { siteScope } from './site-scope.ts'

const site = 'https://example.com'
const start = (limits: Partial<CrawlLimits> = {}) =>
  createFrontier(siteScope(new URL(site)), { ...defaultLimits, ...limits })
const by = (source: Source, clicks = 1, hops = 0) => ({ source, clicks, hops })
const rest = (frontier: ReturnType<typeof start>): string[] => {
  const urls: string[] = []
  for (let next = frontier.next(); next !== undefined; next = frontier.next()) urls.push(next.url)
  return urls
}

describe('a frontier', () => {
  it('has each address once, without fragment and in one spelling', () => {
    const frontier = start()
    for (const path of ['/a', '/a#b', '/%61', '/a?']) frontier.add(`${site}${path}`, by('link'))
    expect(rest(frontier)).toEqual([`${site}/a`, `${site}/a?`])
  })

  it('holds the site with and without www, over HTTP and HTTPS, and no other one', () => {
    const frontier = start()
    const others = [
      'https://other.example/',
      'https://blog.example.com/',
      'https://example.com:8443/',
      'mailto:a@b.example',
    ]
    for (const other of others) expect(frontier.add(other, by('link'))).toBeNull()
    expect(frontier.add('http://www.example.com/', by('link'))).toBe('http://www.example.com/')
    expect(frontier.reached).toEqual([])
  })

  it('alternates between links and sitemap', () => {
    const frontier = start()
    for (const name of ['a', 'b', 'c']) frontier.add(`${site}/link-${name}`, by('link'))
    for (const name of ['a', 'b']) frontier.add(`${site}/listed-${name}`, by('sitemap'))
    expect(rest(frontier).map((url) => url.slice(site.length))).toEqual([
      '/link-a',
      '/listed-a',
      '/link-b',
      '/listed-b',
      '/link-c',
    ])
  })

  it('returns one string for an address, so that links to it cost no memory', () => {
    const frontier = start()
    const [first, second] = [0, 1].map(() => frontier.add(`${site}/${'x'.repeat(20)}`, by('link')))
    expect(second).toBe(first)
  })

  it.each([
    ['clicks', by('link', 31), 'https://example.com/a'],
    ['redirects', by('redirect', 1, 6), 'https://example.com/a'],
    ['pathDepth', by('link'), `https://example.com/${'a/b/c/d/'.repeat(5)}`],
    ['repeatingPath', by('link'), 'https://example.com/a/b/a/b/a/'],
  ] as const)('leaves out what is beyond %s, and names the limit', (limit, found, url) => {
    const frontier = start()
    expect(frontier.add(url, found)).toBeNull()
    expect(frontier.reached).toMatchObject([{ limit, addresses: 1, example: url }])
  })

  it('counts an address once, however often it is left out', () => {
    const frontier = start({ addresses: 3 })
    for (const path of ['/a', '/a', '/b']) frontier.add(site + path, by('link', 31))
    for (const id of ['0123456789', '0123456789', '1234567890']) frontier.add(`${site}/s?sid=${id}`, by('link'))
    for (const path of ['/c', '/d', '/e', '/e']) frontier.add(site + path, by('link'))
    expect(frontier.reached.map(({ limit, addresses }) => [limit, addresses])).toEqual([
      ['clicks', 2],
      ['sessionIds', 2],
      ['addresses', 1],
    ])
  })

  it.each([`${site}/${'x'.repeat(2_048)}`, `${site}/${'ä'.repeat(400)}`])(
    'leaves out an address of the site that is too long (%#), and names the limit',
    (address) => {
      const frontier = start()
      expect(frontier.add(address, by('link'))).toBeNull()
      expect(frontier.add(address.replace('example.com', 'other.example'), by('link'))).toBeNull()
      expect(frontier.reached).toMatchObject([{ limit: 'addressLength', addresses: 1, example: address }])
    },
  )

  it('lets come what was too far away by one link and is near by another', () => {
    const frontier = start()
    expect(frontier.add(`${site}/a`, by('link', 31))).toBeNull()
    expect(frontier.add(`${site}/a`, by('link', 2))).toBe(`${site}/a`)
  })

  it('requests a limited number of days of a calendar, and all pages of a blog with dates in their addresses', () => {
    const frontier = start({ calendar: 10 })
    for (let day = 1; day <= 28; day += 1) {
      frontier.add(`${site}/calendar/2026/11/${day}`, by('link'))
      frontier.add(`${site}/2026/11/${day}/about-${'abcdefghijklmnopqrstuvwxyzäö'[day - 1]}`, by('link'))
    }
    expect(frontier.waiting).toBe(10 + 28)
    expect(frontier.reached).toMatchObject([{ limit: 'calendar', addresses: 18 }])
  })

  it('requests a limited number of queries of a path', () => {
    const frontier = start({ queryVariants: 5 })
    for (let number = 0; number < 20; number += 1) frontier.add(`${site}/shop?colour=${number}`, by('link'))
    frontier.add(`${site}/search?q=a`, by('link'))
    expect(frontier.waiting).toBe(6)
    expect(frontier.reached).toMatchObject([{ limit: 'queryVariants', addresses: 15 }])
  })

  it('counts the days of a calendar whatever else its queries say', () => {
    const frontier = start({ calendar: 10, queryVariants: 5 })
    for (let day = 1; day <= 28; day += 1) {
      for (const colour of ['red', 'green', 'blue'])
        frontier.add(`${site}/events?date=2026-11-${day}&colour=${colour}`, by('link'))
    }
    expect(frontier.waiting).toBe(10)
    expect(frontier.reached).toMatchObject([{ limit: 'calendar', addresses: 3 * 28 - 10 }])
  })

  it.each([
    ['/topic/4711/2', '/topic/4712/2'],
    ['/item/3000-11', '/item/3001-11'],
    ['/a?page=1&year=1', '/b?page=1&year=2'],
    ['/a/2026', '/a/2027'],
  ])('takes %s and %s for no dates', (...paths) => {
    const frontier = start({ calendar: 1 })
    for (const path of paths) expect(frontier.add(site + path, by('link'))).toBe(site + path)
  })

  it.each([
    ['/2026/11', '/2026/12'],
    ['/events/1999-1-3', '/events/1999-1-4'],
    ['/events?year=2026', '/events?year=2027'],
    ['/events?month=1', '/events?month=2'],
  ])('takes %s and %s for dates', (...paths) => {
    const frontier = start({ calendar: 1 })
    expect(paths.map((path) => frontier.add(site + path, by('link')))).toEqual([site + paths[0], null])
  })

  it('believes a sitemap that lists what looks like a trap', () => {
    const frontier = start({ queryVariants: 1 })
    for (const number of [1, 2, 3]) frontier.add(`${site}/shop?item=${number}`, by('link'))
    expect(frontier.add(`${site}/shop?item=3`, by('sitemap'))).toBe(`${site}/shop?item=3`)
    expect(frontier.waiting).toBe(2)
  })

  it.each([
    ['/a?sid=0123456789abcdef', '/a'],
    ['/a?x=1&PHPSESSID=0123456789abcdef&y=2', '/a?x=1&y=2'],
    ['/a;jsessionid=0123456789ABCDEF', '/a'],
    ['/a?sid=12', '/a?sid=12'],
  ])('%s is requested as %s', (path, expected) => {
    const frontier = start()
    expect(frontier.add(site + path, by('link'))).toBe(site + expected)
    expect(frontier.reached.map(({ limit }) => limit)).toEqual(path === expected ? [] : ['sessionIds'])
  })

  it('requests the address with a session id to which the one without redirects', () => {
    const frontier = start()
    const withId = `${site}/a?sid=0123456789abcdef`
    expect(frontier.add(`${site}/a`, by('link'))).toBe(`${site}/a`)
    expect(frontier.add(withId, { ...by('redirect', 1, 1), from: `${site}/a` })).toBe(withId)
    expect(frontier.add(`${site}/b?sid=0123456789abcdef`, { ...by('redirect', 1, 1), from: `${site}/c` })).toBe(
      `${site}/b`,
    )
    expect(frontier.add(`${site}/a?sid=fedcba9876543210`, by('link'))).toBe(`${site}/a`)
    expect(rest(frontier)).toEqual([`${site}/a`, withId, `${site}/b`])
  })

  it('remembers a limited number of addresses', () => {
    const frontier = start({ addresses: 3 })
    for (const name of ['a', 'b', 'c', 'd', 'e']) frontier.add(`${site}/${name}`, by('sitemap'))
    expect(frontier.waiting).toBe(3)
    expect(frontier.reached).toMatchObject([{ limit: 'addresses', addresses: 2 }])
  })
})
