import type { Resource } from '@opentelemetry/resources'
import {
  AggregationTemporality,
  type AggregationTemporalitySelector,
  InstrumentType,
  MeterProvider,
  MetricReader,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics'
import { countWith } from '@pagebell/runtime/define-metric'
import { exposeMetrics } from '@pagebell/runtime/serve-health'
import { watchProcess } from './process-metrics.ts'

/** Counts, for /metrics on the health port, and exports by OTLP every OTEL_METRIC_EXPORT_INTERVAL ms (60,000) if `exports`. */
export async function startMetrics(
  resource: Resource,
  { exports, env }: { exports: boolean; env: NodeJS.ProcessEnv },
): Promise<AsyncDisposable> {
  const scraped = new ScrapedReader({
    aggregationTemporalitySelector: forgetUnread(() => AggregationTemporality.CUMULATIVE),
  })
  const readers = exports ? [scraped, await periodicReader(env)] : [scraped]
  const provider = new MeterProvider({ resource, readers })
  countWith(provider.getMeter('pagebell'))
  exposeMetrics(() => prometheusText(scraped))
  const watching = watchProcess()
  return {
    async [Symbol.asyncDispose]() {
      exposeMetrics(undefined)
      try {
        await provider.shutdown()
      } finally {
        watching[Symbol.dispose]()
        countWith(undefined)
      }
    },
  }
}

/** Collects on request. The exporter's reader would start an HTTP server, and load one at every start. */
class ScrapedReader extends MetricReader {
  protected async onForceFlush(): Promise<void> {}
  protected async onShutdown(): Promise<void> {}
}

/**
 * Omits from a collection the gauge values that were not read in it. The SDK would report the last value of each
 * forever, since it merges cumulative values with those collected before.
 */
const forgetUnread =
  (select: AggregationTemporalitySelector): AggregationTemporalitySelector =>
  (type) =>
    type === InstrumentType.OBSERVABLE_GAUGE ? AggregationTemporality.DELTA : select(type)

/** Text format 0.0.4, without labels for the only scope. */
export async function prometheusText(reader: MetricReader): Promise<string> {
  const { PrometheusSerializer } = await import('@opentelemetry/exporter-prometheus')
  const { resourceMetrics } = await reader.collect()
  return new PrometheusSerializer(undefined, false, undefined, false, true).serialize(resourceMetrics)
}

async function periodicReader(env: NodeJS.ProcessEnv): Promise<MetricReader> {
  const exportIntervalMillis = Number(env['OTEL_METRIC_EXPORT_INTERVAL'] || 60_000)
  const exportTimeoutMillis = Math.min(Number(env['OTEL_METRIC_EXPORT_TIMEOUT'] || 30_000), exportIntervalMillis)
  const exporter = await loadExporter(
    env['OTEL_EXPORTER_OTLP_METRICS_PROTOCOL'] || env['OTEL_EXPORTER_OTLP_PROTOCOL'] || 'http/protobuf',
  )
  exporter.selectAggregationTemporality = forgetUnread(exporter.selectAggregationTemporality.bind(exporter))
  return new PeriodicExportingMetricReader({ exporter, exportIntervalMillis, exportTimeoutMillis })
}

async function loadExporter(protocol: string) {
  if (protocol === 'grpc') return new (await import('@opentelemetry/exporter-metrics-otlp-grpc')).OTLPMetricExporter()
  if (protocol === 'http/json') {
    return new (await import('@opentelemetry/exporter-metrics-otlp-http')).OTLPMetricExporter()
  }
  if (protocol === 'http/protobuf') {
    return new (await import('@opentelemetry/exporter-metrics-otlp-proto')).OTLPMetricExporter()
  }
  throw new Error(`OTEL_EXPORTER_OTLP_PROTOCOL is ${protocol}; it can be grpc, http/protobuf or http/json.`)
}
