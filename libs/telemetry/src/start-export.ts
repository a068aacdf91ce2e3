import { type ContextManager, DiagLogLevel, diag, type Sampler, SamplingDecision } from '@opentelemetry/api'
import type { Resource } from '@opentelemetry/resources'
import { NodeSDK } from '@opentelemetry/sdk-node'
import { alsoLogTo, type Log } from '@pagebell/runtime/log'
import { recordSpans } from '@pagebell/runtime/span'
import { exportLines, ownComponent } from './export-logs.ts'
import { readSampling, type Signals } from './export-settings.ts'
import { traceRedis } from './redis-spans.ts'

/** Exports spans and log lines by OTLP. The SDK reads every other setting from the OTEL_* variables itself. */
export function startExport(resource: Resource, signals: Signals, env: NodeJS.ProcessEnv, log: Log): AsyncDisposable {
  const sdkLog = log.child({ component: ownComponent })
  const warn = (message: string, ...details: unknown[]) => sdkLog.warn({ details: details.map(String) }, message)
  const ignore = (): void => undefined
  const sinks = { error: warn, warn, info: ignore, debug: ignore, verbose: ignore }
  diag.setLogger(sinks, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true })

  const sampling = readSampling(env)
  const sdk = new NodeSDK({
    resource,
    autoDetectResources: false,
    // trace.ts has installed one. Null keeps the SDK from installing a second one, which its types do not allow for.
    contextManager: null as unknown as ContextManager,
    // start-metrics.ts has its sdkLog provider, since metrics are counted without an endpoint too.
    metricReaders: [],
    ...(sampling && { sampler: alwaysSample }),
    ...(signals.traces ? {} : { spanProcessors: [] }),
    ...(signals.logs ? {} : { logRecordProcessors: [] }),
  })
  sdk.start()
  if (signals.traces) recordSpans(sampling ?? (() => true))
  const redis = signals.traces ? traceRedis() : undefined
  if (signals.logs) alsoLogTo(exportLines())
  return {
    async [Symbol.asyncDispose]() {
      redis?.[Symbol.dispose]()
      recordSpans(undefined)
      alsoLogTo(undefined)
      try {
        await sdk.shutdown()
      } finally {
        diag.disable()
      }
    },
  }
}

/** Spans that reach the SDK have been sampled before (span.ts). */
const alwaysSample: Sampler = {
  shouldSample: () => ({ decision: SamplingDecision.RECORD_AND_SAMPLED }),
  toString: () => 'sampled before',
}
