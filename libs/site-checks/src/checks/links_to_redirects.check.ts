import { isBroken } from '../site.ts'
import { count, defineSiteCheck, foundIssues, groupByCause } from '../site-check.ts'

export default defineSiteCheck({
  id: 'links_to_redirects',
  title: 'Links to redirects',
  titles: {
    pass: 'Links lead straight to their pages',
    warn: 'Links lead to redirects',
    fail: 'Links lead to chains of redirects',
  },
  category: 'seo',
  weight: 3,
  why: 'Each redirect costs a visitor time and a crawler a request; a chain may be given up.',
  fix: 'Link the address at the end of the redirects.',
  learn: 'https://developers.google.com/search/docs/crawling-indexing/301-redirects',
  criteria: {
    pass: 'none',
    warn: 'one redirect',
    fail: 'two redirects or more, or a loop; where the chain ends at a broken page, links_to_broken names it',
  },

  check({ pages }, graph) {
    const groups = groupByCause()
    for (const { url, links } of pages.values()) {
      for (const link of links) {
        const { hops, end, endUrl, isLoop } = graph.destination(link)
        if ((hops === 0 && !isLoop) || (end !== null && isBroken(end))) continue
        const severity = hops === 1 && !isLoop ? 'warn' : 'fail'
        groups.add(severity, { link, leads_to: isLoop ? 'a loop' : endUrl, redirects: hops }, url)
      }
    }
    return foundIssues(
      groups.groups,
      (pages) => `${count(pages, 'page links', 'pages link')} to an address that redirects.`,
    )
  },
})
