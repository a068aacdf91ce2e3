import type { Broker } from '@pagebell/broker/broker'
import { analysisProgressed } from '@pagebell/messages/analysis-progressed'
import type { analysisRequested } from '@pagebell/messages/analysis-requested'
import type { Body } from '@pagebell/messages/define-message'
import { pageAnalyzed } from '@pagebell/messages/page-analyzed'
import type { Log } from '@pagebell/runtime/log'
import { FetchFailure } from '@pagebell/safe-fetch/fetch-failure'
import { analyses } from '../metrics.ts'
import { ruleset } from '../rating/check.ts'
import type { AnalyzePage, Stage } from './analyze-page.ts'

type AnalysisRequest = Body<typeof analysisRequested>
type Context = { log: Log }

/**
 * Fails the run of a dead-lettered request: its page repeatedly ended or froze the process that read it, and must not be
 * retried in further ones.
 */
export function onAnalysisGivenUp(broker: Pick<Broker, 'publish'>) {
  return async ({ run_id, report_id }: AnalysisRequest): Promise<void> => {
    const failure = {
      code: 'lost',
      message: 'The analysis could not be finished: reading this page failed repeatedly.',
    }
    const body = { run_id, report_id, analyzed_at: new Date().toISOString(), ruleset, failure }
    await broker.publish(pageAnalyzed, body, { id: run_id })
  }
}

/**
 * Publishes the run's rating, or the reason why there is none, and resolves once the broker has confirmed it. After a
 * crash before that the page is analysed again; the report service uses the first result of a run.
 */
export function onAnalysisRequested(broker: Pick<Broker, 'publish'>, analyzePage: AnalyzePage) {
  return async ({ run_id, report_id, url, account_id }: AnalysisRequest, { log }: Context): Promise<void> => {
    const onStage = async (stage: Stage): Promise<void> => {
      const body = { run_id, report_id, stage, at: new Date().toISOString() }
      await broker.publish(analysisProgressed, body, { id: `${run_id}-${stage}` })
    }
    const startedAt = performance.now()
    // Messages of the previous version have no account.
    const account = account_id ?? URL.parse(url)?.host
    const outcome = await analyze(url, onStage, account, log.child({ run_id }))
    const labels = { 'pagebell.outcome': outcome.failure?.code ?? 'rated' }
    analyses.record((performance.now() - startedAt) / 1_000, labels)
    const body = { run_id, report_id, analyzed_at: new Date().toISOString(), ruleset, ...outcome }
    await broker.publish(pageAnalyzed, body, { id: run_id })
  }

  async function analyze(
    url: string,
    onStage: (stage: Stage) => Promise<void>,
    account: string | undefined,
    log: Pick<Log, 'warn'>,
  ) {
    try {
      const { rated, finalUrl, timings } = await analyzePage(url, onStage, account)
      const { thrown, ...rating } = rated
      for (const check of thrown) log.warn(check, 'a check threw')
      return { rating: { ...rating, final_url: finalUrl, timings } }
    } catch (error) {
      if (!(error instanceof FetchFailure)) throw error
      return { failure: { code: error.reason, message: error.message } }
    }
  }
}
