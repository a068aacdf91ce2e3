import type { SpanContext } from '@opentelemetry/api'
import { isRecorded } from '@pagebell/runtime/trace'

/** The exported signals, by the variables of the OpenTelemetry specification; none by default. */
export type Signals = { disabled: boolean; traces: boolean; metrics: boolean; logs: boolean }

/** A signal is exported if it has an endpoint, its own or the common one, or a named exporter other than `none`. */
export function readSignals(env: NodeJS.ProcessEnv): Signals {
  const isExported = (signal: 'TRACES' | 'METRICS' | 'LOGS'): boolean => {
    const exporter = env[`OTEL_${signal}_EXPORTER`]?.trim()
    if (exporter) return exporter !== 'none'
    return Boolean(env[`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`] || env['OTEL_EXPORTER_OTLP_ENDPOINT'])
  }
  const disabled = env['OTEL_SDK_DISABLED']?.trim().toLowerCase() === 'true'
  return {
    disabled,
    traces: !disabled && isExported('TRACES'),
    metrics: !disabled && isExported('METRICS'),
    logs: !disabled && isExported('LOGS'),
  }
}

/** Whether to start a span: below this parent, or as the root of a trace. */
export type Sampling = (parent: SpanContext | undefined) => boolean

/**
 * The samplers of OTEL_TRACES_SAMPLER that follow the parent and decide about roots by chance. They are evaluated
 * before a span exists, so that an unrecorded one costs next to nothing. Undefined for samplers that need the span (the
 * SDK's own).
 */
export function readSampling(env: NodeJS.ProcessEnv, random = Math.random): Sampling | undefined {
  const ratio = rootRatio(env['OTEL_TRACES_SAMPLER'] || 'parentbased_always_on', env['OTEL_TRACES_SAMPLER_ARG'])
  return ratio === undefined ? undefined : (parent) => (parent === undefined ? random() < ratio : isRecorded(parent))
}

function rootRatio(sampler: string, argument: string | undefined): number | undefined {
  if (sampler === 'parentbased_always_on') return 1
  if (sampler === 'parentbased_always_off') return 0
  if (sampler !== 'parentbased_traceidratio' || !argument) return undefined
  const ratio = Number(argument)
  return ratio >= 0 && ratio <= 1 ? ratio : undefined
}
