import type { Log } from '@pagebell/runtime/log'
import { readSignals } from './read-signals.ts'

/**
 * Counts for /metrics, and sends traces, metrics and logs where the OTEL_* variables say. The first step of a main.ts:
 * what is counted before it is lost. Without an endpoint nothing is sent and the part that sends is not even loaded;
 * with OTEL_SDK_DISABLED=true nothing is loaded at all. Disposing sends what is left, for three seconds at most.
 */
export async function startTelemetry(service: string, env: NodeJS.ProcessEnv, log: Log): Promise<AsyncDisposable> {
  const signals = readSignals(env)
  await using starting = new AsyncDisposableStack()
  if (!signals.disabled) {
    const { serviceResource } = await import('./service-resource.ts')
    const { startMetrics } = await import('./start-metrics.ts')
    const resource = serviceResource(service)
    starting.use(await startMetrics(resource, signals.metrics ? env : undefined))
    if (signals.traces || signals.logs) {
      const { startExport } = await import('./start-export.ts')
      starting.use(startExport(resource, signals, log))
    }
  }
  return starting.move()
}
