import { indexingObstacle, isIndexable, refusedStatuses } from '../site.ts'
import { count, defineSiteCheck, foundIssues, groupByCause, notApplicable } from '../site-check.ts'

export default defineSiteCheck({
  id: 'hreflang_return',
  title: 'Language versions in both directions',
  titles: {
    pass: 'Language versions name each other',
    warn: 'Language versions do not point back',
    fail: 'Language versions lead to pages that are not indexed',
  },
  category: 'seo',
  weight: 4,
  why: 'Engines ignore a language version that does not name the page in return.',
  fix: 'List the same versions on each of them, by the addresses that answer 200 and are canonical.',
  learn: 'https://developers.google.com/search/docs/specialty/international/localized-versions',
  criteria: {
    pass: 'all versions of this site point back, answer 200 and can be indexed',
    warn: 'a version does not point back',
    fail:
      `a version answers anything but 200 (${refusedStatuses}), redirects, has noindex, ` +
      'is forbidden by robots.txt or is not canonical',
    notApplicable: 'no page that can be indexed declares language versions',
  },

  check({ pages }) {
    const groups = groupByCause()
    let declaring = 0
    for (const page of pages.values()) {
      const { url, facts } = page
      if (facts === null || facts.versions.length === 0 || !isIndexable(page)) continue
      declaring += 1
      for (const version of new Set(facts.versions.map((declared) => declared.url))) {
        const target = version === url ? undefined : pages.get(version)
        if (target === undefined) continue
        const obstacle = indexingObstacle(target)
        if (obstacle !== null) groups.add('fail', { version, reason: obstacle }, url)
        else if (target.facts?.versions.every((declared) => declared.url !== url))
          groups.add('warn', { version, reason: 'it does not point back' }, url)
      }
    }
    if (declaring === 0) return notApplicable('No page that can be indexed declares language versions.')
    return foundIssues(groups.groups, (pages) => {
      const naming = count(pages, 'page names', 'pages name')
      return `${naming} a language version that does not point back or cannot be indexed.`
    })
  },
})
