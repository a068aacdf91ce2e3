import { describe, expect, it } from '@jest/globals'
import { afterPosition, cutPage, orderBy } from './keyset.ts'

describe('keyset', () => {
  it('orders every column in the one direction', () => {
    expect(orderBy(['url', 'id'], 'desc')).toBe('order by url desc, id desc')
    expect(orderBy(['id'], 'asc')).toBe('order by id asc')
  })

  it('compares whole rows, in the direction of the order', () => {
    expect(afterPosition(['url', 'id'], 'desc', 3)).toBe('(url, id) < ($3, $4)')
    expect(afterPosition(['id'], 'asc', 2)).toBe('(id) > ($2)')
  })

  it.each([
    [[1, 2, 3], 2, [1, 2], 2, true],
    [[1, 2], 2, [1, 2], 2, false],
    [[], 2, [], undefined, false],
  ])('cuts %j at %i', (rows, limit, kept, last, more) => {
    expect(cutPage<number>(rows, limit)).toEqual({ rows: kept, last, more })
  })
})
