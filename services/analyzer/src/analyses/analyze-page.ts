import type { RobotsAnswer } from '../fetching/exchange.ts'
import { fetchPage, fetchRobots } from '../fetching/fetch-page.ts'
import { startFetchPlan } from '../fetching/fetch-plan.ts'
import type { PoliteFetch } from '../fetching/polite-fetch.ts'
import { probeSite } from '../fetching/probe-site.ts'
import type { Rated } from './page.worker.ts'
import type { PageReader, PageWorkers } from './page-workers.ts'

export type Stage = 'fetching' | 'parsing' | 'checking'
export type Analysis = { rated: Rated; finalUrl: string; timings: Record<string, number> }
export type AnalyzePage = (
  url: string,
  onStage: (stage: Stage) => Promise<void> | void,
  /** Accounts share the worker thread round-robin. */
  account?: string,
) => Promise<Analysis>

/** Fetches a page, parses it, probes its site and rates it. Throws a FetchFailure for a page that cannot be rated. */
export function pageAnalyzer(fetchSafely: PoliteFetch, workers: PageWorkers): AnalyzePage {
  return async (url, onStage, account = '') => {
    const reader = workers.of(account)
    await onStage('fetching')
    const { exchange: fetched, body, timings } = await fetchPage(fetchSafely, url)
    await onStage('parsing')
    const { facts, hasIcon, links } = await reader.read(body, fetched.charset, fetched.url)
    await onStage('checking')
    using plan = startFetchPlan(fetchSafely)
    const exchange = { ...fetched, robots: await fetchRobots(plan, fetched.url) }
    const sitemaps = await findSitemaps(reader, exchange.robots)
    const probes = await probeSite(plan, { url: fetched.url, hasIcon, links, sitemaps })
    const rated = await reader.rate({ ...exchange, probes }, facts, new Date())
    return { rated, finalUrl: exchange.url, timings }
  }
}

/** Does not queue for the worker thread if robots.txt is missing or declares no sitemap. */
async function findSitemaps(reader: PageReader, { status, body }: RobotsAnswer): Promise<string[]> {
  const isFound = status !== null && status < 300 && body !== null
  return isFound && /sitemap/i.test(body) ? reader.sitemaps(body) : []
}
