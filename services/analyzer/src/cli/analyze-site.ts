import { defaultLimits } from '@pagebell/crawl/crawl-limits'
import { FetchFailure } from '@pagebell/safe-fetch/fetch-failure'
import type { FetchSafely } from '@pagebell/safe-fetch/safe-fetcher'
import { loadSiteChecks } from '@pagebell/site-checks/load-site-checks'
import { crawlSite, type SiteCrawl } from '../sites/crawl-site.ts'
import { startSiteReader } from '../sites/site-reader.ts'
import { type SiteReport, siteReport } from '../sites/site-report.ts'
import { failedSiteJson, printSite, siteReportJson } from './print-site.ts'
import type { SiteOptions } from './read-options.ts'
import { siteProgress } from './site-progress.ts'
import { startProgress, suggestFix } from './terminal.ts'

/** As a shell shows a command that Ctrl-C has ended. */
const interrupted = 130
/** Crawls and rates a site, prints its report, and returns the exit code. Ctrl-C ends it with what was found. */
export async function analyzeSite({ site, max, minutes, json, failUnder }: SiteOptions, fetchSafely: FetchSafely) {
  const stopping = new AbortController()
  // The second one ends the process.
  process.once('SIGINT', () => stopping.abort())
  const checks = await loadSiteChecks()
  await using reader = startSiteReader()
  using progress = startProgress(process.stderr)
  const onProgress = siteProgress(process.stderr, progress, max)
  const limits = { ...defaultLimits, pages: max, minutes }
  try {
    const crawl = await crawlSite(site, limits, { fetchSafely, reader, signal: stopping.signal, onProgress })
    progress.end()
    const report = siteReport(crawl, checks)
    for (const { check, url } of thrownChecks(crawl, report))
      process.stderr.write(`The check ${check} could not be carried out on ${url}.\n`)
    if (json) writeJson(siteReportJson(report))
    else printSite(report, process.stdout)
    return exitCodeOf(report, failUnder)
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error
    progress.end()
    if (json) writeJson(failedSiteJson(site, error))
    else
      process.stderr.write(`The site cannot be crawled: ${error.message} (${error.reason})\n${suggestFix(site, error)}`)
    return 3
  }
}

function thrownChecks({ thrown }: SiteCrawl, { url, otherResults }: SiteReport): SiteCrawl['thrown'] {
  const ofSite = otherResults.filter(({ status }) => status === 'error').map(({ id }) => ({ check: id, url }))
  return [...thrown, ...ofSite]
}

function writeJson(value: object): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`)
}

function exitCodeOf({ end, rating }: SiteReport, failUnder: number): number {
  if (end === 'interrupted') return interrupted
  if (rating === null) return 3
  return rating.score < failUnder ? 1 : 0
}
