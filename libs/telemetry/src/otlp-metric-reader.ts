import { type IMetricReader, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'

/** Sends all metrics every OTEL_METRIC_EXPORT_INTERVAL ms (60,000); only the exporter of the chosen protocol is loaded. */
export async function otlpMetricReader(env: NodeJS.ProcessEnv): Promise<IMetricReader> {
  const exporter = await exporterOf(
    env['OTEL_EXPORTER_OTLP_METRICS_PROTOCOL'] || env['OTEL_EXPORTER_OTLP_PROTOCOL'] || 'http/protobuf',
  )
  const exportIntervalMillis = Number(env['OTEL_METRIC_EXPORT_INTERVAL'] || 60_000)
  const exportTimeoutMillis = Math.min(Number(env['OTEL_METRIC_EXPORT_TIMEOUT'] || 30_000), exportIntervalMillis)
  return new PeriodicExportingMetricReader({ exporter, exportIntervalMillis, exportTimeoutMillis })
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
