import type { Resource } from '@opentelemetry/resources'
import { PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import { inTime } from './in-time.ts'
import { metricProducer } from './metric-producer.ts'

/** Sends all metrics every OTEL_METRIC_EXPORT_INTERVAL ms (60,000); only the exporter of the chosen protocol is loaded. */
export async function sendMetrics(resource: Resource, env: NodeJS.ProcessEnv): Promise<AsyncDisposable> {
  const exporter = await exporterOf(
    env['OTEL_EXPORTER_OTLP_METRICS_PROTOCOL'] || env['OTEL_EXPORTER_OTLP_PROTOCOL'] || 'http/protobuf',
  )
  const exportIntervalMillis = Number(env['OTEL_METRIC_EXPORT_INTERVAL'] || 60_000)
  const exportTimeoutMillis = Math.min(Number(env['OTEL_METRIC_EXPORT_TIMEOUT'] || 30_000), exportIntervalMillis)
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis, exportTimeoutMillis })
  reader.setMetricProducer(metricProducer(resource))
  return { [Symbol.asyncDispose]: () => inTime(reader.shutdown()) }
}

async function exporterOf(protocol: string) {
  if (protocol === 'grpc') return new (await import('@opentelemetry/exporter-metrics-otlp-grpc')).OTLPMetricExporter()
  if (protocol === 'http/json') {
    return new (await import('@opentelemetry/exporter-metrics-otlp-http')).OTLPMetricExporter()
  }
  if (protocol === 'http/protobuf') {
    return new (await import('@opentelemetry/exporter-metrics-otlp-proto')).OTLPMetricExporter()
  }
  throw new Error(`OTEL_EXPORTER_OTLP_PROTOCOL is ${protocol}; it can be grpc, http/protobuf or http/json.`)
}
