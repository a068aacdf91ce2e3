import { FetchFailure } from '@pagebell/safe-fetch/fetch-failure'
import { safeFetcher } from '@pagebell/safe-fetch/safe-fetcher'
import { pageAnalyzer } from '../analyze-page.ts'
import { startPageWorkers } from '../page-workers.ts'
import { politeFetch } from '../polite-fetch.ts'
import { hintFor } from './hint-for.ts'
import { printReport } from './print-report.ts'
import { rateExchanges } from './rate-exchanges.ts'
import { readOptions, usage } from './read-options.ts'
import { startProgress } from './start-progress.ts'
import { toJson } from './to-json.ts'

const options = readOptions(process.argv.slice(2))
if (options === null) {
  process.stderr.write(usage)
  process.exit(2)
}
if (options === 'help') {
  process.stdout.write(usage)
  process.exit(0)
}
const listed = (name: string) => (process.env[name] ?? '').split(',').flatMap((item) => item.trim() || [])
const reach = { allow: listed('FETCH_ALLOW'), dnsServers: listed('DNS_SERVERS') }
const fetchSafely = politeFetch(safeFetcher({ ...reach, userAgent: 'PagebellBot/1.0 (command line)' }))

await using workers = startPageWorkers()
if (options.exchange !== undefined) {
  try {
    // Each line of the answer says whether its page was rated: only a threshold makes that the exit code's matter.
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
    if (options.json) process.stdout.write(`${JSON.stringify(toJson(finalUrl, rated), null, 2)}\n`)
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
        `The page cannot be rated: ${error.message} (${error.reason})\n${hintFor(options.url, error)}`,
      )
    process.exitCode = 3
  }
}

/** 3 for what cannot be rated goes before 1 for what is below the score that was asked for. */
function exitCodeOf(score: number, isUnrated: boolean, failUnder: number): number {
  if (isUnrated) return 3
  return score < failUnder ? 1 : 0
}

/** What the file system says of a file that is not there, or no file. */
function isFileError(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error
}
