import { describe, expect, it } from '@jest/globals'
import { type CursorValue, encodeCursor } from '@pagebell/lists/cursor'
import { readPagesQuery } from './read-site-pages.ts'

const id = '0198f2a4-1f3c-7c1e-9d52-6f1f0f3f7a10'
const url = 'https://example.com/'

function read(sort: string, position: CursorValue[]) {
  const cursor = encodeCursor(position, JSON.stringify(['site pages', id, null, sort]))
  return readPagesQuery({ id, sort, per_page: 10, cursor }).query.after
}

describe('a cursor of the pages of a site', () => {
  it.each([
    ['url', url, 9_999],
    ['score', 101, 0],
    ['inlinks', -2_147_483_647, 2_147_483_647],
  ])('by %s continues after %p, page %p', (sort, key, number) => {
    expect(read(sort, [key, number])).toEqual({ key, number })
  })

  it.each([
    ['url', [url, 2 ** 31]],
    ['url', [url, 1.5]],
    ['url', [url, null]],
    ['url', [7, 7]],
    ['url', [url, 7, 7]],
    ['score', [2 ** 31, 7]],
    ['inlinks', [-(2 ** 31) - 1, 7]],
    ['inlinks', [7, 1e300]],
    ['score', [url, 7]],
    ['score', [7]],
  ])('by %s that PostgreSQL cannot compare is refused: %j', (sort, position) => {
    const refusal = expect.objectContaining({ kind: 'invalid', errors: { cursor: [expect.any(String)] } })
    expect(() => read(sort, position)).toThrow(refusal)
  })
})
