import { metrics } from '@opentelemetry/api'
import { PrometheusExporter, PrometheusSerializer } from '@opentelemetry/exporter-prometheus'
import type { Resource } from '@opentelemetry/resources'
import { type IMetricReader, MeterProvider } from '@opentelemetry/sdk-metrics'
import { exposeMetrics } from '@pagebell/runtime/serve-health'
import { inTime } from './in-time.ts'
import { watchProcess } from './watch-process.ts'

/** Counts, for whoever reads /metrics on the health port, and if there is an environment to take an endpoint from, by OTLP. */
export async function startMetrics(resource: Resource, otlp: NodeJS.ProcessEnv | undefined): Promise<AsyncDisposable> {
  // Only its collecting is used: the port is the health server's.
  const prometheus = new PrometheusExporter({ preventServerStart: true })
  const readers: IMetricReader[] = [prometheus]
  if (otlp !== undefined) {
    const { otlpMetricReader } = await import('./otlp-metric-reader.ts')
    readers.push(await otlpMetricReader(otlp))
  }
  const provider = new MeterProvider({ resource, readers })
  metrics.setGlobalMeterProvider(provider)

  const serializer = new PrometheusSerializer(undefined, false, undefined, false, true)
  exposeMetrics(async () => serializer.serialize((await prometheus.collect()).resourceMetrics))
  const watching = watchProcess()
  return {
    async [Symbol.asyncDispose]() {
      exposeMetrics(undefined)
      await inTime(provider.shutdown())
      watching[Symbol.dispose]()
      metrics.disable()
    },
  }
}
