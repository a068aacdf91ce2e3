import type { SpanContext } from '@opentelemetry/api'
import { isRecorded } from '@pagebell/runtime/trace'

/** Whether to begin a span: below this parent, or as the root of a trace. */
export type Sampling = (parent: SpanContext | undefined) => boolean

/**
 * The samplers of OTEL_TRACES_SAMPLER that follow the parent and decide about roots by chance: known before there is a span,
 * so that what is not recorded costs next to nothing. Undefined for those that have to see the span (the SDK's own).
 */
export function readSampling(env: NodeJS.ProcessEnv, draw = Math.random): Sampling | undefined {
  const share = shareOfRoots(env['OTEL_TRACES_SAMPLER'] || 'parentbased_always_on', env['OTEL_TRACES_SAMPLER_ARG'])
  return share === undefined ? undefined : (parent) => (parent === undefined ? draw() < share : isRecorded(parent))
}

function shareOfRoots(sampler: string, argument: string | undefined): number | undefined {
  if (sampler === 'parentbased_always_on') return 1
  if (sampler === 'parentbased_always_off') return 0
  if (sampler !== 'parentbased_traceidratio' || !argument) return undefined
  const share = Number(argument)
  return share >= 0 && share <= 1 ? share : undefined
}
