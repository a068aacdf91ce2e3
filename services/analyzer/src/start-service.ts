import { connectBroker } from '@pagebell/broker/broker'
import { analysisRequested } from '@pagebell/messages/analysis-requested'
import type { Log } from '@pagebell/runtime/log'
import { serveHealth } from '@pagebell/runtime/serve-health'
import { safeFetcher } from '@pagebell/safe-fetch/safe-fetcher'
import { pageAnalyzer } from './analyze-page.ts'
import { onAnalysisGivenUp, onAnalysisRequested } from './consume/analysis-requested.ts'
import { startPageWorkers } from './page-workers.ts'
import { politeFetch } from './polite-fetch.ts'
import { traceFetch } from './trace-fetch.ts'

export type Settings = {
  amqpUrl: string
  amqpPrefix: string
  host?: string
  healthPort: number
  atOnce: number
  reach: { allow: string[]; dnsServers: string[]; userAgent: string }
}
export type Service = AsyncDisposable & { healthPort: number }

/** Read down to learn the service; it shuts down in the reverse order. */
export async function startService(settings: Settings, log: Log): Promise<Service> {
  await using starting = new AsyncDisposableStack()
  const workers = starting.use(startPageWorkers())
  const fetchSafely = traceFetch(politeFetch(safeFetcher(settings.reach)))
  const analyzePage = pageAnalyzer(fetchSafely, workers)

  const { amqpUrl: url, amqpPrefix: prefix, atOnce } = settings
  const broker = starting.use(await connectBroker({ url, prefix, log, service: 'analyzer' }))
  const onRequested = onAnalysisRequested(broker, analyzePage)
  const limits = { prefetch: atOnce, concurrency: atOnce, onDead: onAnalysisGivenUp(broker) }
  starting.use(await broker.consume(analysisRequested, 'analyzer', onRequested, limits))
  const checks = { broker: () => broker.ping() }
  const health = starting.use(await serveHealth(settings.healthPort, checks, log, settings.host))

  const running = starting.move()
  return { healthPort: health.port, [Symbol.asyncDispose]: () => running.disposeAsync() }
}
