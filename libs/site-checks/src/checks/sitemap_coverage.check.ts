import { isIndexable } from '../site.ts'
import { count, defineSiteCheck, foundIssues, type IssueGroup, notApplicable, passed } from '../site-check.ts'

export default defineSiteCheck({
  id: 'sitemap_coverage',
  title: 'Pages in the sitemap',
  titles: {
    pass: 'The sitemap lists the pages of the site',
    warn: 'The sitemap lacks some pages',
    fail: 'The sitemap lacks many pages',
  },
  category: 'seo',
  weight: 2,
  why: 'Engines visit what the sitemap lists sooner than what they have to find by links.',
  fix: 'Let the program that writes the sitemap list every page that is to be indexed.',
  learn: 'https://developers.google.com/search/docs/crawling-indexing/sitemaps/overview',
  criteria: {
    pass: 'at least 95 % of the pages that can be indexed',
    warn: '80 to 95 %',
    fail: 'less',
    notApplicable: 'there is no sitemap, one was not read as a whole, or the crawl did not read the whole site',
  },
  needsWholeSite: true,

  check({ pages, sitemap }) {
    if (sitemap === null) return notApplicable('There is no sitemap.')
    if (!sitemap.isComplete) return notApplicable('A sitemap could not be read, or only in part.')
    const listed = new Set(sitemap.entries.map(({ url }) => url))
    const indexable = [...pages.values()].filter(isIndexable).map(({ url }) => url)
    const missing = indexable.filter((url) => !listed.has(url))
    const share = 1 - missing.length / indexable.length
    if (missing.length === 0 || share >= 0.95) return passed
    const severity: IssueGroup['severity'] = share >= 0.8 ? 'warn' : 'fail'
    const cause = { listed_percent: Math.floor(share * 100) }
    return foundIssues([{ severity, cause, pages: missing }], (pages) => `The sitemap lacks ${count(pages, 'page')}.`)
  },
})
