import type { Log } from '@pagebell/runtime/log'
import { readSignals } from './read-signals.ts'
import { serviceAttributes } from './service-attributes.ts'
import { startMetrics } from './start-metrics.ts'

/**
 * Counts for /metrics, and sends traces, metrics and logs where the OTEL_* variables say. The first step of a main.ts:
 * what is counted before it is lost. Without an endpoint nothing is sent and nothing of OpenTelemetry's SDK is loaded;
 * with OTEL_SDK_DISABLED=true nothing is counted either. Disposing sends what is left, for three seconds at most.
 */
export async function startTelemetry(service: string, env: NodeJS.ProcessEnv, log: Log): Promise<AsyncDisposable> {
  const signals = readSignals(env)
  await using starting = new AsyncDisposableStack()
  if (signals.disabled) return starting.move()
  const attributes = serviceAttributes(service, env)
  starting.use(startMetrics(attributes))
  if (signals.traces || signals.metrics || signals.logs) {
    const { serviceResource } = await import('./service-resource.ts')
    const resource = serviceResource(attributes)
    if (signals.metrics) {
      const { sendMetrics } = await import('./send-metrics.ts')
      starting.use(await sendMetrics(resource, env))
    }
    if (signals.traces || signals.logs) {
      const { startExport } = await import('./start-export.ts')
      starting.use(startExport(resource, signals, env, log))
    }
  }
  return starting.move()
}
