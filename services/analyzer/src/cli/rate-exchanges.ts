import { readLines } from '@pagebell/runtime/read-lines'
import { FetchFailure } from '@pagebell/safe-fetch/fetch-failure'
import type { PageWorkers } from '../analyses/page-workers.ts'
import { reportJson } from './print-report.ts'
import { readExchange } from './read-exchange.ts'

/** Rates recorded exchanges and writes one JSON result per line, in the same order. Returns the lowest score and the number of pages that could not be rated. */
export async function rateExchanges(
  file: string,
  workers: PageWorkers,
  out: NodeJS.WritableStream,
): Promise<{ lowest: number; unrated: number }> {
  let [lowest, unrated] = [100, 0]
  for await (const line of readLines(file)) {
    const answer = await rateLine(line, workers)
    if (answer.score === null) unrated += 1
    else lowest = Math.min(lowest, answer.score)
    out.write(`${JSON.stringify(answer)}\n`)
  }
  return { lowest, unrated }
}

async function rateLine(line: string, workers: PageWorkers) {
  let url: string | null = null
  try {
    const { exchange, body } = readExchange(line)
    url = exchange.requestedUrl
    // A recorded body is text, whatever encoding the page declares.
    const { facts } = await workers.read(body, { bom: 'utf-8', header: null, meta: null }, exchange.url)
    return reportJson(url, await workers.rate(exchange, facts, new Date()))
  } catch (error) {
    if (error instanceof FetchFailure) return failed(url, error.reason, error.message)
    if (error instanceof SyntaxError) return failed(url, 'malformed', 'The line is no recorded exchange.')
    throw error
  }
}

function failed(url: string | null, code: string, message: string) {
  return { url, status: 'failed', result: null, score: null, error: { code, message } }
}
