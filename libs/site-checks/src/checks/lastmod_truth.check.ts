import { count, defineSiteCheck, foundIssues, groupByCause, notApplicable } from '../site-check.ts'

const minEntries = 20
/** A build that dates all pages may leave a few out. */
const minShare = 0.9
const maxAheadMs = 30 * 86_400_000

export default defineSiteCheck({
  id: 'lastmod_truth',
  title: 'Dates of the sitemap',
  titles: {
    pass: 'The dates of the sitemap are credible',
    warn: 'The sitemap has the date of a build for all pages',
    fail: 'The sitemap has dates in the future',
  },
  category: 'seo',
  weight: 4,
  why: 'Engines that find one lastmod wrong ignore all of them, and visit changed pages later.',
  fix: 'Write the time when the words of a page changed, or leave lastmod out.',
  learn: 'https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap',
  criteria: {
    pass: 'the dates differ, and none is in the future',
    warn: `at least ${minEntries} entries and ${minShare * 100} % of the dated ones have one day`,
    fail: 'a date is more than 30 days ahead; whether a date is older than a change is known to a server that remembers pages',
    notApplicable: 'no entry has a date',
  },

  check({ sitemap, now }) {
    const dated = (sitemap?.entries ?? []).flatMap(({ url, lastmod }) => (lastmod === null ? [] : [{ url, lastmod }]))
    if (dated.length === 0) return notApplicable('No entry of a sitemap has a date.')
    const groups = groupByCause()
    for (const { url, lastmod } of dated) {
      if (Date.parse(lastmod) > now.getTime() + maxAheadMs) groups.add('fail', { reason: 'in the future' }, url)
    }
    const byDay = Map.groupBy(dated, ({ lastmod }) => lastmod.slice(0, 10))
    for (const [day, entries] of byDay) {
      if (entries.length < minEntries || entries.length < dated.length * minShare) continue
      for (const { url } of entries) groups.add('warn', { reason: 'one day for all', day }, url)
    }
    return foundIssues(groups.groups, (entries) => `${count(entries, 'date')} of the sitemap cannot be true.`)
  },
})
