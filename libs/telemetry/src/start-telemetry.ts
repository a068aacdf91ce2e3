import type { Log } from '@pagebell/runtime/log'
import { withTimeout } from '@pagebell/runtime/with-timeout'
import { readSignals } from './export-settings.ts'

const flushTimeoutMs = 3_000

/**
 * Counts metrics for /metrics, and exports traces, metrics and logs as the OTEL_* variables configure. The first step
 * of a main.ts: anything recorded before it is lost. Without an endpoint only the metrics SDK is loaded, and with
 * OTEL_SDK_DISABLED=true no SDK. Disposing flushes, for three seconds at most.
 */
export async function startTelemetry(service: string, env: NodeJS.ProcessEnv, log: Log): Promise<AsyncDisposable> {
  const signals = readSignals(env)
  await using starting = new AsyncDisposableStack()
  if (signals.disabled) return starting.move()
  const { serviceResource } = await import('./service-resource.ts')
  const { startMetrics } = await import('./start-metrics.ts')
  const resource = serviceResource(service, env)
  starting.use(await startMetrics(resource, { exports: signals.metrics, env }))
  if (signals.traces || signals.logs) {
    const { startExport } = await import('./start-export.ts')
    starting.use(startExport(resource, signals, env, log))
  }
  const started = starting.move()
  return {
    async [Symbol.asyncDispose]() {
      const onTimeout = (): Error => new Error(`Telemetry was not flushed within ${flushTimeoutMs} ms.`)
      // An unreachable collector must not delay the stop. The exporter has logged any failure.
      await Promise.allSettled([withTimeout(started.disposeAsync(), flushTimeoutMs, onTimeout)])
    },
  }
}
