import { FetchFailure } from '@pagebell/safe-fetch/fetch-failure'
import { safeFetcher } from '@pagebell/safe-fetch/safe-fetcher'
import { pageAnalyzer } from '../analyses/analyze-page.ts'
import { startPageWorkers } from '../analyses/page-workers.ts'
import { splitList } from '../config.ts'
import { politeFetch } from '../fetching/polite-fetch.ts'
import { printReport, reportJson } from './print-report.ts'
import { rateExchanges } from './rate-exchanges.ts'
import { readOptions, usage } from './read-options.ts'
import { startProgress, suggestFix } from './terminal.ts'

const options = readOptions(process.argv.slice(2))
if (options === null) {
  process.stderr.write(usage)
  process.exit(2)
}
if (options === 'help') {
  process.stdout.write(usage)
  process.exit(0)
}
const reach = {
  allow: splitList(process.env['FETCH_ALLOW'] ?? ''),
  dnsServers: splitList(process.env['DNS_SERVERS'] ?? ''),
}
const fetchSafely = politeFetch(safeFetcher({ ...reach, userAgent: 'PagebellBot/1.0 (command line)' }))

await using workers = startPageWorkers()
if (options.exchange !== undefined) {
  try {
    // Each output line has the status of its page; the exit code reports unrated pages only with --fail-under.
    const { lowest, unrated } = await rateExchanges(options.exchange, workers, process.stdout)
    process.exitCode = exitCodeOf(lowest, unrated > 0 && options.failUnder > 0, options.failUnder)
  } catch (error) {
    if (!isFileError(error)) throw error
    process.stderr.write(`The file cannot be read: ${error.message}\n`)
    process.exitCode = 2
  }
} else {
  const analyzePage = pageAnalyzer(fetchSafely, workers)
  using progress = startProgress(process.stderr)
  try {
    const { rated, finalUrl } = await analyzePage(options.url, (stage) => progress.show(stage))
    progress.end()
    if (options.json) process.stdout.write(`${JSON.stringify(reportJson(finalUrl, rated), null, 2)}\n`)
    else printReport(finalUrl, rated, process.stdout)
    process.exitCode = exitCodeOf(rated.score, false, options.failUnder)
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error
    progress.end()
    const failure = { code: error.reason, message: error.message }
    const answer = { url: options.url, status: 'failed', result: null, score: null, error: failure }
    if (options.json) process.stdout.write(`${JSON.stringify(answer, null, 2)}\n`)
    else
      process.stderr.write(
        `The page cannot be rated: ${error.message} (${error.reason})\n${suggestFix(options.url, error)}`,
      )
    process.exitCode = 3
  }
}

/** 3 (cannot be rated) takes precedence over 1 (below the threshold). */
function exitCodeOf(score: number, isUnrated: boolean, failUnder: number): number {
  if (isUnrated) return 3
  return score < failUnder ? 1 : 0
}

/** A file that is missing or cannot be read. */
function isFileError(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error
}
