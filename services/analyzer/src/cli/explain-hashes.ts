import type { PageRules } from '@pagebell/page-content/page-rules'
import { readLines } from '@pagebell/runtime/read-lines'
import { FetchFailure } from '@pagebell/safe-fetch/fetch-failure'
import type { HashExplanation, ReceivedPage } from '../analyses/explain-content.ts'
import type { PageWorkers } from '../analyses/page-workers.ts'
import type { Exchange } from '../fetching/exchange.ts'
import { fetchPage } from '../fetching/fetch-page.ts'
import type { PoliteFetch } from '../fetching/polite-fetch.ts'
import { explanationJson } from './print-explanation.ts'
import { readExchange } from './read-exchange.ts'

type Explainer = Pick<PageWorkers, 'explainHash'>

/** Fetches a page and explains its content hash. Throws a FetchFailure for a page that cannot be read. */
export async function explainUrl(
  url: string,
  fetchSafely: PoliteFetch,
  workers: Explainer,
  rules: PageRules,
): Promise<HashExplanation> {
  const { exchange, body } = await fetchPage(fetchSafely, url)
  return workers.explainHash(received(exchange, body), rules)
}

/** Explains the content hash of each recorded exchange, one JSON object per line in the same order. */
export async function explainExchanges(
  file: string,
  workers: Explainer,
  rules: PageRules,
  out: NodeJS.WritableStream,
): Promise<void> {
  for await (const line of readLines(file)) {
    out.write(`${JSON.stringify(await explainLine(line, workers, rules))}\n`)
  }
}

async function explainLine(line: string, workers: Explainer, rules: PageRules) {
  let url: string | null = null
  try {
    const { exchange, body } = readExchange(line)
    url = exchange.requestedUrl
    // A recorded body is text, whatever encoding the page declares.
    const text = { ...received(exchange, body), charset: { bom: 'utf-8', header: null, meta: null } }
    return explanationJson(await workers.explainHash(text, rules))
  } catch (error) {
    if (error instanceof FetchFailure) return failed(url, error.reason, error.message)
    if (error instanceof SyntaxError) return failed(url, 'malformed', 'The line is no recorded exchange.')
    throw error
  }
}

function failed(url: string | null, code: string, message: string) {
  return { url, hash: null, error: { code, message } }
}

function received({ url, status, headers, charset }: Exchange, body: Uint8Array): ReceivedPage {
  return { url, status, headers, body, charset }
}
