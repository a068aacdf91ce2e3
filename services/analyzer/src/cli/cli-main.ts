import { endWithReader } from '@pagebell/runtime/end-with-reader'
import { FetchFailure } from '@pagebell/safe-fetch/fetch-failure'
import { safeFetcher } from '@pagebell/safe-fetch/safe-fetcher'
import { pageAnalyzer } from '../analyses/analyze-page.ts'
import { startPageWorkers } from '../analyses/page-workers.ts'
import { splitList } from '../config.ts'
import { politeFetch } from '../fetching/polite-fetch.ts'
import { analyzeSite } from './analyze-site.ts'
import { explainExchanges, explainUrl } from './explain-hashes.ts'
import { explanationJson, explanationText } from './print-explanation.ts'
import { printReport, reportJson } from './print-report.ts'
import { rateExchanges } from './rate-exchanges.ts'
import { type PageOptions, readOptions, usage } from './read-options.ts'
import { isFileError, readRules, UnusableFile } from './read-rules.ts'
import { startProgress, suggestFix } from './terminal.ts'

endWithReader()

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
const fetcher = safeFetcher({ ...reach, userAgent: 'PagebellBot/1.0 (command line)' })
const fetchSafely = politeFetch(fetcher)

await using workers = startPageWorkers()
try {
  if (options.site !== undefined) process.exitCode = await analyzeSite(options, fetcher)
  else if (options.exchange === undefined) await printPage(options)
  else if (options.explain === undefined) await printRatings(options.exchange, options.failUnder)
  else await explainExchanges(options.exchange, workers, readRules(options.explain.rules), process.stdout)
} catch (error) {
  if (!(error instanceof UnusableFile || isFileError(error))) throw error
  const message = error instanceof UnusableFile ? error.message : `The file cannot be read: ${error.message}`
  process.stderr.write(`${message}\n`)
  process.exitCode = 2
}

/** Each output line has the status of its page; the exit code reports unrated pages only with --fail-under. */
async function printRatings(file: string, failUnder: number): Promise<void> {
  const { lowest, unrated } = await rateExchanges(file, workers, process.stdout)
  process.exitCode = exitCodeOf(lowest, unrated > 0 && failUnder > 0, failUnder)
}

async function printPage({ url, json, failUnder, explain }: PageOptions): Promise<void> {
  const rules = readRules(explain?.rules ?? null)
  using progress = startProgress(process.stderr)
  try {
    if (explain === undefined) {
      const { rated, finalUrl } = await pageAnalyzer(fetchSafely, workers)(url, (stage) => progress.show(stage))
      progress.end()
      if (json) writeJson(reportJson(finalUrl, rated))
      else printReport(finalUrl, rated, process.stdout)
      process.exitCode = exitCodeOf(rated.score, false, failUnder)
    } else {
      const explanation = await explainUrl(url, fetchSafely, workers, rules)
      if (json) writeJson(explanationJson(explanation))
      else process.stdout.write(explanationText(explanation))
    }
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error
    progress.end()
    const aim = explain === undefined ? 'rated' : 'hashed'
    const failure = { code: error.reason, message: error.message }
    if (json) writeJson({ url, status: 'failed', result: null, score: null, error: failure })
    else
      process.stderr.write(`The page cannot be ${aim}: ${error.message} (${error.reason})\n${suggestFix(url, error)}`)
    process.exitCode = 3
  }
}

function writeJson(value: object): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`)
}

/** 3 (cannot be rated) takes precedence over 1 (below the threshold). */
function exitCodeOf(score: number, isUnrated: boolean, failUnder: number): number {
  if (isUnrated) return 3
  return score < failUnder ? 1 : 0
}
