import { indexingObstacle, refusedStatuses } from '../site.ts'
import { count, defineSiteCheck, foundIssues, groupByCause } from '../site-check.ts'

export default defineSiteCheck({
  id: 'canonical_target',
  title: 'Targets of canonical links',
  titles: {
    pass: 'Canonical links lead to pages that can be indexed',
    fail: 'Canonical links lead to pages that cannot be indexed',
  },
  category: 'seo',
  weight: 6,
  why: 'A canonical link to a page that engines cannot index takes both pages out of the results.',
  fix: 'Name an address that answers 200, can be indexed and names itself.',
  learn: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  criteria: {
    pass: 'each target of this site answers 200, can be indexed, and is its own canonical page',
    fail:
      `a target redirects, answers anything but 200 (${refusedStatuses}), has noindex, ` +
      'is forbidden by robots.txt, or names another page itself',
  },

  check({ pages }) {
    const groups = groupByCause()
    for (const { url, facts } of pages.values()) {
      const canonical = facts?.canonical ?? null
      const target = canonical === null || canonical === url ? undefined : pages.get(canonical)
      const reason = target === undefined ? null : indexingObstacle(target)
      if (canonical !== null && reason !== null) groups.add('fail', { canonical, reason }, url)
    }
    return foundIssues(groups.groups, (pages) => {
      return `The canonical link of ${count(pages, 'page')} leads to a page that cannot be indexed.`
    })
  },
})
