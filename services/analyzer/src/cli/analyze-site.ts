import { defaultLimits } from '@pagebell/crawl/crawl-limits'
import { FetchFailure } from '@pagebell/safe-fetch/fetch-failure'
import type { FetchSafely } from '@pagebell/safe-fetch/safe-fetcher'
import { loadSiteChecks } from '@pagebell/site-checks/load-site-checks'
import { crawlSite } from '../sites/crawl-site.ts'
import type { CrawlProgress } from '../sites/request-all.ts'
import { startSiteReader } from '../sites/site-reader.ts'
import { type SiteReport, siteReport } from '../sites/site-report.ts'
import { printSite, siteReportJson } from './print-site.ts'
import type { SiteOptions } from './read-options.ts'
import { startProgress, suggestFix } from './terminal.ts'

/** As a shell shows a command that Ctrl-C has ended. */
const interrupted = 130
/** In a log, a line for so many addresses. */
const addressesPerLine = 100

/** Crawls and rates a site, prints its report, and returns the exit code. Ctrl-C ends it with what was found. */
export async function analyzeSite({ site, max, minutes, json, failUnder }: SiteOptions, fetchSafely: FetchSafely) {
  const stopping = new AbortController()
  // The second one ends the process.
  process.once('SIGINT', () => stopping.abort())
  const checks = await loadSiteChecks()
  await using reader = startSiteReader()
  using progress = startProgress(process.stderr)
  const limits = { ...defaultLimits, pages: max, minutes }
  try {
    const onProgress = (done: CrawlProgress): void => showProgress(done, max, progress)
    const crawl = await crawlSite(site, limits, { fetchSafely, reader, signal: stopping.signal, onProgress })
    progress.end()
    for (const { check, url } of crawl.thrown)
      process.stderr.write(`The check ${check} could not be carried out on ${url}.\n`)
    const report = siteReport(crawl, checks)
    if (json) process.stdout.write(`${JSON.stringify(siteReportJson(report), null, 2)}\n`)
    else printSite(report, process.stdout)
    return exitCodeOf(report, failUnder)
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error
    progress.end()
    process.stderr.write(`The site cannot be crawled: ${error.message} (${error.reason})\n${suggestFix(site, error)}`)
    return 3
  }
}

function exitCodeOf({ end, rating }: SiteReport, failUnder: number): number {
  if (end === 'interrupted') return interrupted
  if (rating === null) return 3
  return rating.score < failUnder ? 1 : 0
}

function showProgress({ requested, waiting }: CrawlProgress, max: number, line: { show(stage: string): void }): void {
  const text = `${requested} of at most ${max} addresses requested, ${waiting} waiting`
  if (process.stderr.isTTY) line.show(text)
  else if (requested % addressesPerLine === 0) process.stderr.write(`${text}\n`)
}
