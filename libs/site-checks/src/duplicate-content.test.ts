import { expect, it } from '@jest/globals'
import { checks, judge } from '../test/judge-fixture.ts'
import { hashes, number, type PageFixture, siteOf } from '../test/site-fixture.ts'
import { judgeSite } from './judge-site.ts'

it.each([
  ['/a', '/b', '/c'],
  ['/a', '/c', '/b'],
  ['/b', '/a', '/c'],
  ['/b', '/c', '/a'],
  ['/c', '/a', '/b'],
  ['/c', '/b', '/a'],
])('duplicate_content finds near copies in the order %s, %s, %s', (...paths) => {
  // Bits apart: a and b 3, b and c 3, a and c 6.
  const simhashes: Record<string, string> = {
    '/a': '0000000000000000',
    '/b': '0000000000000007',
    '/c': '000000000000003f',
  }
  const page = (path: string): PageFixture => ({ facts: { ...hashes.long, simhash: simhashes[path] ?? '' } })
  const pages = Object.fromEntries(paths.map((path) => [path, page(path)]))
  const { warn } = judge('duplicate_content', { pages })
  expect(warn?.toSorted()).toEqual(['/a', '/b', '/c'])
})

it('duplicate_content finds a near copy of a page that is not the first of its group', () => {
  // The second is near the first and the fourth; the third is near neither.
  const simhashes = ['0000000000000000', '0000000000000007', '00000000fff00000', '000000000000003f']
  const pages = number(4, (i) => [`/${i}`, { facts: { ...hashes.long, simhash: simhashes[i] ?? '' } }])
  expect(judge('duplicate_content', { pages }).warn).toEqual(['/0', '/1', '/3'])
})

it('duplicate_content takes time in proportion to the number of similar pages', () => {
  const simhash = (i: number) => `00000000000000${(i % 8).toString(16).padStart(2, '0')}`
  const cost = (size: number): number => {
    const pages = number(size, (i) => [`/${i}`, { facts: { ...hashes.long, simhash: simhash(i) } }])
    const site = siteOf({ pages })
    const check = checks.filter(({ id }) => id === 'duplicate_content')
    const before = process.cpuUsage()
    expect(judgeSite(check, site)[0]?.groups.map((group) => group.pages.length)).toEqual([size])
    return Math.max(10, process.cpuUsage(before).user / 1_000)
  }
  cost(2_000)
  // Eight times as many pages: 64 times the cost if each pair took time.
  const eighth = cost(2_000)
  expect(cost(16_000) / eighth).toBeLessThan(24)
})
