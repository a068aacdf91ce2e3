import type { RobotsAnswer } from './exchange.ts'
import { fetchPage } from './fetch-page.ts'
import { startFetchPlan } from './fetch-plan.ts'
import { fetchRobots } from './fetch-robots.ts'
import type { Rated } from './page.worker.ts'
import type { PageReader, PageWorkers } from './page-workers.ts'
import type { PoliteFetch } from './polite-fetch.ts'
import { probeSite } from './probe-site.ts'

export type Stage = 'fetching' | 'parsing' | 'checking'
export type Analysis = { rated: Rated; finalUrl: string; timings: Record<string, number> }
export type AnalyzePage = (
  url: string,
  onStage: (stage: Stage) => Promise<void> | void,
  /** Whose turn it is in the reading thread. */
  account?: string,
) => Promise<Analysis>

/** Fetch, parse, ask around, judge. Throws a FetchFailure for a page that cannot be rated. */
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
    const sitemaps = await declaredIn(reader, exchange.robots)
    const probes = await probeSite(plan, { url: fetched.url, hasIcon, links, sitemaps })
    const rated = await reader.rate({ ...exchange, probes }, facts, new Date())
    return { rated, finalUrl: exchange.url, timings }
  }
}

/** Most robots.txt name none, or are not there: those need no turn in the thread. */
async function declaredIn(reader: PageReader, { status, body }: RobotsAnswer): Promise<string[]> {
  const isThere = status !== null && status < 300 && body !== null
  return isThere && /sitemap/i.test(body) ? reader.sitemaps(body) : []
}
