import type { PageComparison } from '@pagebell/page-content/compare-pages'
import type { PageRules } from '@pagebell/page-content/page-rules'
import { readLines } from '@pagebell/runtime/read-lines'
import { FetchFailure } from '@pagebell/safe-fetch/fetch-failure'
import type { PageWorkers } from '../analyses/page-workers.ts'
import { readComparison } from './read-comparison.ts'

type Failure = { changed: null; parts: []; size: null; error: { code: string; message: string } }

/**
 * Compares the two responses of each line, and writes one result per line in the same order. Empty lines are skipped.
 */
export async function compareRows(
  file: string,
  workers: Pick<PageWorkers, 'compare'>,
  rules: PageRules,
  out: NodeJS.WritableStream,
): Promise<void> {
  for await (const line of readLines(file)) {
    out.write(`${JSON.stringify(await compareRow(line, workers, rules))}\n`)
  }
}

async function compareRow(
  line: string,
  workers: Pick<PageWorkers, 'compare'>,
  rules: PageRules,
): Promise<PageComparison | Failure> {
  try {
    const { before, after } = readComparison(line)
    return await workers.compare(before, after, rules)
  } catch (error) {
    if (error instanceof SyntaxError) return failed('malformed', error.message)
    if (error instanceof FetchFailure) return failed(error.reason, error.message)
    throw error
  }
}

function failed(code: string, message: string): Failure {
  return { changed: null, parts: [], size: null, error: { code, message } }
}
