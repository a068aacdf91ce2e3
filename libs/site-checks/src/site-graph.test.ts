import { expect, it } from '@jest/globals'
import { origin, siteOf } from '../test/site-fixture.ts'
import { destinationOf } from './site-graph.ts'

const { pages } = siteOf({
  pages: {
    '/': {},
    '/one': { to: '/' },
    '/two': { to: '/one' },
    '/away': { to: '/unknown' },
    '/self': { to: '/self' },
    '/round': { to: '/and-round' },
    '/and-round': { to: '/round' },
    '/into-loop': { to: '/round' },
  },
})

it.each<[path: string, hops: number, end: string | null, endPath: string, isLoop: boolean]>([
  ['/', 0, '/', '/', false],
  ['/one', 1, '/', '/', false],
  ['/two', 2, '/', '/', false],
  ['/unknown', 0, null, '/unknown', false],
  ['/away', 1, null, '/unknown', false],
  ['/self', 0, '/self', '/self', true],
  ['/round', 1, '/and-round', '/and-round', true],
  ['/into-loop', 2, '/and-round', '/and-round', true],
])('%s leads by %d redirects to %s', (path, hops, end, endPath, isLoop) => {
  const { end: page, ...destination } = destinationOf(pages, origin + path)
  expect(destination).toEqual({ hops, endUrl: origin + endPath, isLoop })
  expect(page?.url ?? null).toBe(end === null ? null : origin + end)
})
