import { describe, expect, it } from '@jest/globals'
import { applySuppressions } from './apply-suppressions.ts'

const shares: Record<string, number> = { pass: 1, warn: 0.5, fail: 0 }
const result = (status: string, category: string, weight: number, gate = false) => {
  const points = shares[status] === undefined || gate ? null : weight * shares[status]
  return { status, category, weight, points, gain: 0, gate }
}
const rating = {
  results: {
    indexable: result('fail', 'seo', 10, true),
    title: result('pass', 'seo', 9),
    sitemap: result('fail', 'seo', 2),
    hsts: result('warn', 'security', 3),
  },
  score: 44,
  result: 'bad',
  capped_by: 'indexable',
  categories: { seo: { score: 43, pass: 1, warn: 0, fail: 2 } },
}
const page = { url: 'https://a.example/x', at: '2026-11-21T10:00:00.000Z' }
const ignore = (check: string, more: object = {}) => ({
  check,
  url: null,
  reason: 'meant so',
  expires_at: null,
  ...more,
})

describe('applySuppressions', () => {
  it('leaves a rating alone of which nothing is ignored', () => {
    expect(applySuppressions(rating, [], page)).toBe(rating)
    expect(applySuppressions(rating, [ignore('h1')], page)).toBe(rating)
  })

  it('takes an ignored check out of both sums and still shows it, with the reason', () => {
    const left = applySuppressions(rating, [ignore('sitemap')], page)
    expect(left.results.sitemap).toEqual({
      ...rating.results.sitemap,
      points: null,
      gain: 0,
      ignored: { reason: 'meant so', expires_at: null },
    })
    // (9 + 1.5) of (9 + 3), capped
    expect(left).toMatchObject({ score: 48, result: 'bad', capped_by: 'indexable' })
    expect(left.results.indexable?.gain).toBe(88 - 48)
    expect(left.categories).toMatchObject({ seo: { score: 48, pass: 1, warn: 0, fail: 1 } })
  })

  it('lifts the cap of an ignored gate: a page may be meant not to be indexed', () => {
    const left = applySuppressions(rating, [ignore('indexable', { url: page.url })], page)
    // (9 + 1.5) of (9 + 2 + 3)
    expect(left).toMatchObject({ score: 75, result: 'decent', capped_by: null })
  })

  it.each([
    ['of another page', { url: 'https://a.example/y' }],
    ['that has expired', { expires_at: page.at }],
  ])('counts a check %s', (_, more) => {
    expect(applySuppressions(rating, [ignore('sitemap', more)], page)).toBe(rating)
  })

  it('tells the reason of the page itself before that of the whole project, in whatever order they come', () => {
    const both = [ignore('sitemap', { url: page.url, reason: 'this page' }), ignore('sitemap')]
    for (const ignored of [both, both.toReversed()]) {
      const { results } = applySuppressions(rating, ignored, page)
      expect(results.sitemap).toMatchObject({ ignored: { reason: 'this page' } })
    }
  })
})
