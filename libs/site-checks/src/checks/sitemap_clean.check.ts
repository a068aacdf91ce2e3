import { whyUnfit } from '../site.ts'
import { count, countPages, defineSiteCheck, found, groupByCause, notApplicable, type Severity } from '../site-check.ts'

/** Of the entries that were requested. */
const maxShareToWarn = 0.02

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
    pass: 'each entry answers 200, can be indexed, is canonical, and of this site',
    warn: 'at most 2 % of the entries do not',
    fail: 'more do not',
    notApplicable: 'there is no sitemap, or none of its entries was requested',
  },

  check({ start, pages, sitemap }) {
    const siteHost = hostOf(start)
    const reasons = new Map<string, string>()
    let judged = 0
    for (const { url } of sitemap?.entries ?? []) {
      const page = pages.get(url)
      const isForeign = hostOf(url) !== siteHost
      if (page === undefined && !isForeign) continue
      judged += 1
      const reason = page === undefined ? 'it is of another host' : whyUnfit(page)
      if (reason !== null) reasons.set(url, reason)
    }
    if (judged === 0) return notApplicable('There is no sitemap, or none of its entries was requested.')
    const severity: Severity = reasons.size <= judged * maxShareToWarn ? 'warn' : 'fail'
    const groups = groupByCause()
    for (const [url, reason] of reasons) groups.add(severity, { reason }, url)
    return found(groups.groups, () => {
      return `${count(countPages(groups.groups), 'entry', 'entries')} of the sitemap cannot be indexed.`
    })
  },
})

function hostOf(url: string): string {
  return new URL(url).host.replace(/^www\./, '')
}
