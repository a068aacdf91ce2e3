import { isBroken } from '../site.ts'
import { count, defineSiteCheck, foundIssues, groupByCause } from '../site-check.ts'

export default defineSiteCheck({
  id: 'links_to_broken',
  title: 'Links to broken pages',
  titles: { pass: 'No link leads to a broken page of the site', fail: 'Links lead to broken pages of the site' },
  category: 'seo',
  weight: 5,
  why: 'A link that leads nowhere loses the visitor, and what the link was worth to its target.',
  fix: 'Correct the link, remove it, or redirect its address to the page that replaced it.',
  learn: 'https://developers.google.com/search/docs/crawling-indexing/http-network-errors',
  criteria: {
    pass: 'none; links to other sites are not tried in a site run',
    fail: 'a page of the site that answers 4xx or 5xx, or not at all, except 401, 403, 407, 408, 425 and 429',
  },

  check({ pages }, graph) {
    const groups = groupByCause()
    for (const { url, links } of pages.values()) {
      for (const link of links) {
        const { end } = graph.destination(link)
        if (end === null || !isBroken(end)) continue
        groups.add('fail', { link, answer: end.status ?? end.failure ?? 'none' }, url)
      }
    }
    return foundIssues(groups.groups, (pages) => `${count(pages, 'page links', 'pages link')} to a broken page.`)
  },
})
