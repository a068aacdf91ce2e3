import { indexingObstacle, refusedStatuses, siteHost } from '../site.ts'
import { count, defineSiteCheck, foundIssues, groupByCause, notApplicable, type Severity } from '../site-check.ts'

const maxShareToWarn = 0.02
const nothingToJudge = 'There is no sitemap, or none of its entries was requested.'

export default defineSiteCheck({
  id: 'sitemap_clean',
  title: 'Entries of the sitemap',
  titles: {
    pass: 'The sitemap lists only pages that can be indexed',
    warn: 'The sitemap lists a few pages that cannot be indexed',
    fail: 'The sitemap lists pages that cannot be indexed',
  },
  category: 'seo',
  weight: 4,
  why: 'A sitemap that lists what is not to be indexed is believed less in all that it lists.',
  fix: 'List canonical addresses that answer 200, and nothing else.',
  learn: 'https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap',
  criteria: {
    pass: `each entry answers 200 (${refusedStatuses}), can be indexed, is canonical, and of this site`,
    warn: `at most ${maxShareToWarn * 100} % of the entries do not; of this site, those that were requested are judged`,
    fail: 'more do not',
    notApplicable: 'there is no sitemap, or none of its entries was requested',
  },

  check({ start, pages, sitemap }) {
    const host = siteHost(start)
    const entries = sitemap?.entries ?? []
    const foreign = entries.filter(({ url }) => siteHost(url) !== host)
    const requested = entries.flatMap(({ url }) => (siteHost(url) === host ? (pages.get(url) ?? []) : []))
    if (requested.length + foreign.length === 0) return notApplicable(nothingToJudge)
    const unfit = requested.flatMap((page) => {
      const reason = indexingObstacle(page)
      return reason === null ? [] : [{ url: page.url, reason }]
    })
    // All entries of other hosts are known, and of those of this site the ones that were requested.
    const share = foreign.length / entries.length + unfit.length / Math.max(1, requested.length)
    const severity: Severity = share <= maxShareToWarn ? 'warn' : 'fail'
    const groups = groupByCause()
    for (const { url, reason } of unfit) groups.add(severity, { reason }, url)
    for (const { url } of foreign) groups.add(severity, { reason: 'it is of another host' }, url)
    return foundIssues(
      groups.groups,
      (entries) => `${count(entries, 'entry', 'entries')} of the sitemap cannot be indexed.`,
    )
  },
})
