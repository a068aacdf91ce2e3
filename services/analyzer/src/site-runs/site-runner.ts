import type { SiteRun__Output as SiteRun } from '@pagebell/protos/report/v1/site_runs'
import { type Repeated, repeat } from '@pagebell/runtime/repeat'
import { siteCrawls } from '../metrics.ts'
import { runSite, type SiteRunTools } from './run-site.ts'

type RunnerTools = SiteRunTools & { pollMs: number; runsAtOnce: number }

/**
 * Takes crawls of site reports from the report service as long as there is room, and runs each in a separate process.
 * The service decides which is next. Disposing ends the crawls under way, and gives them back.
 */
export function startSiteRunner(tools: RunnerTools): Repeated {
  const { siteRuns, log, pollMs, runsAtOnce } = tools
  const running = new Set<Promise<void>>()

  async function crawl(run: SiteRun, signal: AbortSignal): Promise<void> {
    const about = { site_report: run.key?.id, attempt: run.key?.attempt }
    const startedAt = performance.now()
    const record = (outcome: string): void =>
      siteCrawls.record((performance.now() - startedAt) / 1_000, { 'pagebell.outcome': outcome })
    try {
      const end = await runSite(tools, run, signal)
      record(end)
      // The report service notices that it is silent.
      if (end === 'died' || end === 'stalled') log.warn({ ...about, end }, 'the process of a crawl ended')
    } catch (error) {
      record('error')
      log.warn({ err: error, ...about }, 'a crawl ended, and will be taken again')
    }
  }

  async function take(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && running.size < runsAtOnce) {
      const { run } = await siteRuns.takeSiteRun({}, { signal })
      if (run == null) return
      const work: Promise<void> = crawl(run, signal).finally(() => {
        running.delete(work)
        if (!signal.aborted) repeated.now()
      })
      running.add(work)
    }
  }

  const repeated = repeat(pollMs, take, log, 'the search for site runs')
  return {
    ...repeated,
    async [Symbol.asyncDispose]() {
      await repeated[Symbol.asyncDispose]()
      await Promise.allSettled(running)
    },
  }
}
