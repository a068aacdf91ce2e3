import { describe, expect, it } from '@jest/globals'
import { rateLimitHeaders, remaining, toQuotaJson } from './quota-use.ts'

const noon = Date.parse('2026-11-21T12:00:00Z')
const use = (limit: number | null, used: number, resetsAt: string) => ({ limit, used, resets_at: Date.parse(resetsAt) })
const day = use(100, 97, '2026-11-22T00:00:00Z')
const month = use(1_000, 200, '2026-12-01T00:00:00Z')
const endless = use(null, 5, '2026-12-01T00:00:00Z')

describe('what is left', () => {
  it.each([
    [day, 3],
    [use(100, 100, '2026-11-22T00:00:00Z'), 0],
    // After a change to a smaller plan more may be used than there is.
    [use(10, 97, '2026-11-22T00:00:00Z'), 0],
    [endless, Infinity],
  ])('of %j is %d', (period, left) => {
    expect(remaining(period)).toBe(left)
  })
})

describe('a quota', () => {
  it('is shown with both periods; null is unlimited', () => {
    expect(toQuotaJson({ day, month: endless })).toEqual({
      day: { limit: 100, used: 97, remaining: 3, resets_at: '2026-11-22T00:00:00.000Z' },
      month: { limit: null, used: 5, remaining: null, resets_at: '2026-12-01T00:00:00.000Z' },
    })
  })

  it('stands in the RateLimit header fields with whole seconds to the reset', () => {
    expect(rateLimitHeaders({ day, month }, noon + 1)).toEqual({
      ratelimit: '"day";r=3;t=43200, "month";r=800;t=820800',
      'ratelimit-policy': '"day";q=100;w=86400, "month";q=1000;w=2592000',
    })
  })

  it('leaves out what has no limit, and never counts below zero seconds', () => {
    expect(rateLimitHeaders({ day, month: endless }, Date.parse('2026-11-23T00:00:00Z'))).toEqual({
      ratelimit: '"day";r=3;t=0',
      'ratelimit-policy': '"day";q=100;w=86400',
    })
    expect(rateLimitHeaders({ day: endless, month: endless }, noon)).toEqual({})
  })
})
