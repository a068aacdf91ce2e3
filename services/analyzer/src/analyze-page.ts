import type { FetchPage } from './fetch-page.ts'
import type { Rated } from './page.worker.ts'
import type { PageWorkers } from './page-workers.ts'
import type { ProbeSite } from './probe-site.ts'

export type Stage = 'fetching' | 'parsing' | 'checking'
export type Analysis = { rated: Rated; finalUrl: string; timings: Record<string, number> }
export type AnalyzePage = (url: string, onStage: (stage: Stage) => Promise<void> | void) => Promise<Analysis>

/** Fetch, parse, ask around, judge. Throws a FetchFailure for a page that cannot be rated. */
export function pageAnalyzer(fetchPage: FetchPage, probeSite: ProbeSite, workers: PageWorkers): AnalyzePage {
  return async (url, onStage) => {
    await onStage('fetching')
    const { exchange, body, timings } = await fetchPage(url)
    await onStage('parsing')
    const facts = await workers.read(body, exchange.charset)
    await onStage('checking')
    const probes = await probeSite(exchange, facts)
    const rated = await workers.rate({ ...exchange, probes }, facts, new Date())
    return { rated, finalUrl: exchange.url, timings }
  }
}
