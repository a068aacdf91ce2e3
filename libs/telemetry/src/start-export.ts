import { type ContextManager, DiagLogLevel, diag, type Sampler, SamplingDecision } from '@opentelemetry/api'
import type { Resource } from '@opentelemetry/resources'
import { NodeSDK } from '@opentelemetry/sdk-node'
import { alsoLogTo, type Log } from '@pagebell/runtime/log'
import { recordSpans } from '@pagebell/runtime/span'
import { exportLines, ownComponent } from './export-lines.ts'
import { inTime } from './in-time.ts'
import { readSampling } from './read-sampling.ts'
import type { Signals } from './read-signals.ts'
import { traceRedis } from './trace-redis.ts'

/** Sends spans and log lines by OTLP. Everything else of theirs the SDK reads from the OTEL_* variables itself. */
export function startExport(resource: Resource, signals: Signals, env: NodeJS.ProcessEnv, log: Log): AsyncDisposable {
  const own = log.child({ component: ownComponent })
  const tell = (message: string, ...more: unknown[]) => own.warn({ details: more.map(String) }, message)
  const silent = (): void => undefined
  const sinks = { error: tell, warn: tell, info: silent, debug: silent, verbose: silent }
  diag.setLogger(sinks, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true })

  const sampling = readSampling(env)
  const sdk = new NodeSDK({
    resource,
    autoDetectResources: false,
    // There is one already (trace.ts). Null keeps the SDK from a second one, which its types do not tell.
    contextManager: null as unknown as ContextManager,
    // They are sent apart: they are counted also when nothing is sent.
    metricReaders: [],
    ...(sampling && { sampler: everySpan }),
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
      await inTime(sdk.shutdown())
      diag.disable()
    },
  }
}

/** What reaches the SDK was chosen before. */
const everySpan: Sampler = {
  shouldSample: () => ({ decision: SamplingDecision.RECORD_AND_SAMPLED }),
  toString: () => 'chosen before',
}
