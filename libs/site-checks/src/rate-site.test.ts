import { describe, expect, it } from '@jest/globals'
import { siteOf } from '../test/site-fixture.ts'
import { pageWeight, rateSite } from './rate-site.ts'
import { siteGraph } from './site-graph.ts'

describe('the score of a site', () => {
  const pages = {
    '/': { score: 90, links: ['/a'] },
    '/a': { score: 60, links: ['/'] },
    '/b': { score: 0, links: ['/a'] },
    '/gone': { status: 404, facts: null },
  }

  it('is the mean of its pages, weighted by 1 + ln(1 + inlinks)', () => {
    const site = siteOf({ pages })
    const weights = [1, 2, 0].map(pageWeight)
    expect(weights[1]).toBeCloseTo(1 + Math.log(3))
    const [start = 0, a = 0, b = 0] = weights
    const mean = (90 * start + 60 * a) / (start + a + b)
    expect(rateSite(site, siteGraph(site), null)).toMatchObject({ score: Math.round(mean), rated: 3, capped_by: null })
  })

  it('is capped by a gate that the start page fails', () => {
    const site = siteOf({ pages: { '/': { score: 48 }, '/a': { score: 100 } } })
    expect(rateSite(site, siteGraph(site), 'indexable')).toMatchObject({
      score: 48,
      result: 'bad',
      capped_by: 'indexable',
    })
  })

  it('is none if no page was rated', () => {
    const site = siteOf({ pages: { '/': { status: 500, facts: null } } })
    expect(rateSite(site, siteGraph(site), null)).toBeNull()
  })
})
