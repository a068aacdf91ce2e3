import { connectBroker } from '@pagebell/broker/broker'
import { analysisRequested } from '@pagebell/messages/analysis-requested'
import { connectRpc } from '@pagebell/rpc/connect-rpc'
import { SiteRuns } from '@pagebell/rpc/contracts'
import type { Log } from '@pagebell/runtime/log'
import { serveHealth } from '@pagebell/runtime/serve-health'
import { safeFetcher } from '@pagebell/safe-fetch/safe-fetcher'
import { onAnalysisGivenUp, onAnalysisRequested } from './analyses/analysis-requested.consumer.ts'
import { pageAnalyzer } from './analyses/analyze-page.ts'
import { startPageWorkers } from './analyses/page-workers.ts'
import { type Config, splitList } from './config.ts'
import { politeFetch, traceFetch } from './fetching/polite-fetch.ts'
import { startSiteRunner } from './site-runs/site-runner.ts'

export type Service = AsyncDisposable & { healthPort: number }

/** An analyzer with room asks for crawls so often; a crawl whose process is silent for so long is ended. */
const siteRunTimes = { pollMs: 2_000, stalledMs: 60_000 }

/** The service as it runs. Read it down to learn its parts; read it up to learn the order in which they stop. */
export async function startService(config: Config, log: Log): Promise<Service> {
  await using starting = new AsyncDisposableStack()
  const workers = starting.use(startPageWorkers())
  const reach = {
    allow: splitList(config.FETCH_ALLOW),
    dnsServers: splitList(config.DNS_SERVERS),
    userAgent: `PagebellBot/1.0 (+${config.PUBLIC_URL})`,
  }
  const analyzePage = pageAnalyzer(traceFetch(politeFetch(safeFetcher(reach))), workers)

  const broker = starting.use(
    await connectBroker({ url: config.AMQP_URL, prefix: config.AMQP_PREFIX, log, service: 'analyzer' }),
  )
  const onRequested = onAnalysisRequested(broker, analyzePage)
  const consuming = {
    prefetch: config.ANALYSES_AT_ONCE,
    concurrency: config.ANALYSES_AT_ONCE,
    onDead: onAnalysisGivenUp(broker),
  }
  starting.use(await broker.consume(analysisRequested, 'analyzer', onRequested, consuming))

  const credentials = { internalToken: config.INTERNAL_TOKEN, caller: 'analyzer' as const }
  const siteRuns = starting.use(connectRpc(SiteRuns, { address: config.REPORT_RPC, ...credentials }))
  const runsAtOnce = config.SITE_RUNS_AT_ONCE
  if (runsAtOnce > 0) starting.use(startSiteRunner({ siteRuns, reach, log, runsAtOnce, ...siteRunTimes }))

  const probes = { broker: () => broker.ping() }
  const health = starting.use(await serveHealth(config.ANALYZER_HEALTH_PORT, probes, log, config.HOST))

  const running = starting.move()
  return { healthPort: health.port, [Symbol.asyncDispose]: () => running.disposeAsync() }
}
