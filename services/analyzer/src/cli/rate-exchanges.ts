import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { FetchFailure } from '@pagebell/safe-fetch/fetch-failure'
import type { PageWorkers } from '../page-workers.ts'
import { readExchange } from './read-exchange.ts'
import { toJson } from './to-json.ts'

/**
 * Rates recorded exchanges, one JSON result a line in the same order; answers the lowest score, and how many could not be
 * rated.
 */
export async function rateExchanges(
  file: string,
  workers: PageWorkers,
  out: NodeJS.WritableStream,
): Promise<{ lowest: number; unrated: number }> {
  let [lowest, unrated] = [100, 0]
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() === '') continue
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
    // What is recorded is text already, whatever encoding the page declares.
    const { facts } = await workers.read(body, { bom: 'utf-8', header: null, meta: null }, exchange.url)
    return toJson(url, await workers.rate(exchange, facts, new Date()))
  } catch (error) {
    if (error instanceof FetchFailure) return failed(url, error.reason, error.message)
    if (error instanceof SyntaxError) return failed(url, 'malformed', 'The line is no recorded exchange.')
    throw error
  }
}

function failed(url: string | null, code: string, message: string) {
  return { url, status: 'failed', result: null, score: null, error: { code, message } }
}
