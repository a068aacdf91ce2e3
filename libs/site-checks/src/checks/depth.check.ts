import { isIndexable } from '../site.ts'
import { count, defineSiteCheck, foundIssues, groupByCause } from '../site-check.ts'

export default defineSiteCheck({
  id: 'depth',
  title: 'Clicks from the start page',
  titles: {
    pass: 'Each page is near the start page',
    warn: 'Pages are far from the start page',
    fail: 'Pages are very far from the start page',
  },
  category: 'seo',
  weight: 2,
  why: 'The more links lead to a page one after the other, the later and the less often it is found.',
  fix: 'Link the page from an overview that is nearer to the start page.',
  criteria: {
    pass: 'three clicks at most',
    warn: 'four or five clicks',
    fail: 'more clicks',
    notApplicable: 'the crawl did not read the whole site',
  },
  needsWholeSite: true,

  check({ pages }, graph) {
    const groups = groupByCause()
    for (const page of pages.values()) {
      const clicks = graph.clicks(page.url) ?? 0
      if (clicks > 3 && isIndexable(page)) groups.add(clicks > 5 ? 'fail' : 'warn', { clicks }, page.url)
    }
    return foundIssues(
      groups.groups,
      (pages) => `${count(pages, 'page is', 'pages are')} more than three clicks from the start page.`,
    )
  },
})
