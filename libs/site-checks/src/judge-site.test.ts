import { describe, expect, it } from '@jest/globals'
import { checks, judge } from '../test/judge-fixture.ts'
import { pageRows } from '../test/page-rows.ts'
import { number, siteOf, titled } from '../test/site-fixture.ts'
import { sitemapRows } from '../test/sitemap-rows.ts'
import { judgeSite } from './judge-site.ts'

const rows = [...pageRows, ...sitemapRows]

describe('site checks', () => {
  it('are those of the contract, with their weights', () => {
    const weights = Object.fromEntries(checks.map(({ id, weight }) => [id, weight]))
    expect(weights).toEqual({
      canonical_target: 6,
      duplicate_content: 6,
      duplicate_title: 5,
      links_to_broken: 5,
      hreflang_return: 4,
      lastmod_truth: 4,
      orphan: 4,
      sitemap_clean: 4,
      links_to_redirects: 3,
      depth: 2,
      duplicate_description: 2,
      sitemap_coverage: 2,
      template_outlier: 2,
    })
  })

  it.each(checks)('$id has a heading and a criterion for each outcome, and explains itself', (check) => {
    const headings = Object.values(check.titles)
    expect(new Set([check.title, ...headings]).size).toBe(headings.length + 1)
    expect([check.why, check.fix].every((text) => text.length > 10 && text.endsWith('.'))).toBe(true)
    expect(rows.some(([id]) => id === check.id)).toBe(true)
  })

  it.each(rows)('%s: %s', (id, _outcome, fixture, expected) => {
    expect(judge(id, fixture)).toMatchObject(expected)
  })

  it('that throw have an error as their result, and the others are carried out', () => {
    const [first, ...others] = checks.map((check) => ({ ...check }))
    if (first === undefined) throw new Error('There are no checks.')
    first.check = () => {
      throw new Error('broken')
    }
    const results = judgeSite([first, ...others], siteOf({ pages: { '/': {} } }))
    expect(results[0]).toMatchObject({ status: 'error', message: 'This check could not be carried out on this site.' })
    expect(results.slice(1).map(({ status }) => status)).not.toContain('error')
  })

  it('name the pages in their sentence', () => {
    const pages = number(37, (i) => [`/${i}`, titled('A')])
    const result = judgeSite(checks, siteOf({ pages })).find(({ id }) => id === 'duplicate_title')
    expect(result?.message).toBe('37 pages share a title with another page.')
  })
})
