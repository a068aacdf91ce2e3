import { expect, it } from '@jest/globals'
import { defaultLimits } from '@pagebell/crawl/crawl-limits'
import { safeFetcher } from '@pagebell/safe-fetch/safe-fetcher'
import type { PlantedFindings } from '@pagebell/sandbox/seeded-page'
import { serveSeededSite } from '@pagebell/sandbox/serve-seeded-site'
import { loadSiteChecks } from '@pagebell/site-checks/load-site-checks'
import { crawlSite } from '../src/sites/crawl-site.ts'
import { startSiteReader } from '../src/sites/site-reader.ts'
import { type SiteReport, siteReport } from '../src/sites/site-report.ts'

/** What the site checks found, in the form of what was planted. */
function findingsOf({ issues }: SiteReport, origin: string): PlantedFindings {
  const found: PlantedFindings = {}
  for (const { check, kind, groups } of issues) {
    if (kind === 'page') continue
    for (const { severity, pages } of groups) {
      const paths = [...(found[check]?.[severity] ?? []), ...pages.map((page) => page.replace(origin, ''))]
      found[check] = { ...found[check], [severity]: [...new Set(paths)].sort() }
    }
  }
  return found
}

function sorted(planted: PlantedFindings): PlantedFindings {
  return Object.fromEntries(
    Object.entries(planted).map(([check, findings]) => [
      check,
      Object.fromEntries(Object.entries(findings).map(([severity, paths]) => [severity, paths.toSorted()])),
    ]),
  )
}

it('a site of 150 pages has the faults that were planted in it, and no others', async () => {
  await using server = await serveSeededSite(100)
  await using reader = startSiteReader()
  const { origin, site } = server
  const crawl = await crawlSite(`${origin}/`, defaultLimits, {
    fetchSafely: safeFetcher({ userAgent: 'PagebellBot/1.0 (test)', allow: ['127.0.0.1/32'] }),
    reader,
    signal: AbortSignal.timeout(60_000),
    onProgress: () => undefined,
    hostLimits: { connections: 4, intervalMs: 0 },
  })
  const report = siteReport(crawl, await loadSiteChecks())
  expect(report).toMatchObject({ end: 'finished', isPartial: false, reached: [], counts: { waiting: 0, forbidden: 0 } })
  expect(report.counts.rated).toBe(1 + site.pages.length + site.unlisted.length)
  expect(findingsOf(report, origin)).toEqual(sorted(site.planted))
  expect(Object.keys(site.planted)).toHaveLength(13)
})
