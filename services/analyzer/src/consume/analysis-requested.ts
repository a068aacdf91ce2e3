import type { Broker } from '@pagebell/broker/broker'
import { analysisProgressed } from '@pagebell/messages/analysis-progressed'
import type { analysisRequested } from '@pagebell/messages/analysis-requested'
import type { Body } from '@pagebell/messages/define-message'
import { pageAnalyzed } from '@pagebell/messages/page-analyzed'
import type { Log } from '@pagebell/runtime/log'
import { analyses } from '@pagebell/runtime/metrics'
import { FetchFailure } from '@pagebell/safe-fetch/fetch-failure'
import type { AnalyzePage, Stage } from '../analyze-page.ts'
import { ruleset } from '../ruleset.ts'

type Requested = Body<typeof analysisRequested>
type Context = { log: Log }

/** A page that ends or freezes the processes that read it ends the run at once, and not after three times as many. */
export function onAnalysisGivenUp(broker: Pick<Broker, 'publish'>) {
  return async ({ run_id, report_id }: Requested): Promise<void> => {
    const failure = {
      code: 'lost',
      message: 'The analysis could not be finished: reading this page failed repeatedly.',
    }
    const body = { run_id, report_id, analyzed_at: new Date().toISOString(), ruleset, failure }
    await broker.publish(pageAnalyzed, body, { id: run_id })
  }
}

/**
 * Answers a run with its rating or the reason why there is none, and is done once the broker has the answer: a crash
 * before that has the page analysed again, and the report service takes the first answer to a run.
 */
export function onAnalysisRequested(broker: Pick<Broker, 'publish'>, analyzePage: AnalyzePage) {
  return async ({ run_id, report_id, url, account_id }: Requested, { log }: Context): Promise<void> => {
    const onStage = async (stage: Stage): Promise<void> => {
      const body = { run_id, report_id, stage, at: new Date().toISOString() }
      await broker.publish(analysisProgressed, body, { id: `${run_id}-${stage}` })
    }
    const began = performance.now()
    // The version before did not say whose run it is.
    const account = account_id ?? URL.parse(url)?.host
    const outcome = await analyze(url, onStage, account, log.child({ run_id }))
    const labels = { 'pagebell.outcome': outcome.failure?.code ?? 'rated' }
    analyses.record((performance.now() - began) / 1_000, labels)
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
      for (const failed of thrown) log.warn(failed, 'a check threw')
      return { rating: { ...rating, final_url: finalUrl, timings } }
    } catch (error) {
      if (!(error instanceof FetchFailure)) throw error
      return { failure: { code: error.reason, message: error.message } }
    }
  }
}
