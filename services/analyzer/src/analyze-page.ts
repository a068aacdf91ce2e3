import type { FetchSafely } from '@pagebell/safe-fetch/safe-fetcher'
import { fetchPage } from './fetch-page.ts'
import { startFetchPlan } from './fetch-plan.ts'
import { fetchRobots } from './fetch-robots.ts'
import type { Rated } from './page.worker.ts'
import type { PageWorkers } from './page-workers.ts'
import { probeSite } from './probe-site.ts'

export type Stage = 'fetching' | 'parsing' | 'checking'
export type Analysis = { rated: Rated; finalUrl: string; timings: Record<string, number> }
export type AnalyzePage = (url: string, onStage: (stage: Stage) => Promise<void> | void) => Promise<Analysis>

/** Fetch, parse, ask around, judge. Throws a FetchFailure for a page that cannot be rated. */
export function pageAnalyzer(fetchSafely: FetchSafely, workers: PageWorkers): AnalyzePage {
  return async (url, onStage) => {
    await onStage('fetching')
    const { exchange: fetched, body, timings } = await fetchPage(fetchSafely, url)
    await onStage('parsing')
    const facts = await workers.read(body, fetched.charset)
    await onStage('checking')
    using plan = startFetchPlan(fetchSafely)
    const exchange = { ...fetched, robots: await fetchRobots(plan, fetched.url) }
    const probes = await probeSite(plan, exchange, facts)
    const rated = await workers.rate({ ...exchange, probes }, facts, new Date())
    return { rated, finalUrl: exchange.url, timings }
  }
}
