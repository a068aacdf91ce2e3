import { isIndexable } from '../site.ts'
import { count, defineSiteCheck, foundIssues, groupByCause } from '../site-check.ts'

export default defineSiteCheck({
  id: 'orphan',
  title: 'Links to each page',
  titles: {
    pass: 'Each page is linked',
    warn: 'Pages have a single inbound link',
    fail: 'Pages of the sitemap are not linked',
  },
  category: 'seo',
  weight: 4,
  why: 'A page without links has no visitors of the site, and engines take it for unimportant.',
  fix: 'Link the page from those that it belongs to, or remove it from the sitemap.',
  learn: 'https://developers.google.com/search/docs/crawling-indexing/links-crawlable',
  criteria: {
    pass: 'two pages or more link to it',
    warn: 'exactly one page links to it',
    fail: 'it is in the sitemap, and no page links to it',
    notApplicable: 'the crawl did not read the whole site',
  },
  needsWholeSite: true,

  check({ start, pages, sitemap }, graph) {
    const listed = new Set(sitemap?.entries.map(({ url }) => url))
    const groups = groupByCause()
    for (const page of pages.values()) {
      if (page.url === start || !isIndexable(page)) continue
      const { length } = graph.sources(page.url)
      if (length === 1) groups.add('warn', { links: 1 }, page.url)
      else if (length === 0 && listed.has(page.url)) groups.add('fail', { links: 0 }, page.url)
    }
    return foundIssues(groups.groups, (pages) => `${count(pages, 'page')} can be reached by one link at most.`)
  },
})
