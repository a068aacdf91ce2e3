import { describe, expect, it } from '@jest/globals'
import { type SpanContext, TraceFlags } from '@opentelemetry/api'
import { readSampling, readSignals } from './export-settings.ts'

const nothing = { disabled: false, traces: false, metrics: false, logs: false }
const all = { disabled: false, traces: true, metrics: true, logs: true }
const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }

describe('what is exported', () => {
  it.each([
    ['nothing without an endpoint', {}, nothing],
    ['everything to a common endpoint', endpoint, all],
    [
      'only traces to a traces endpoint',
      { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://x' },
      { ...nothing, traces: true },
    ],
    ['what is not switched off', { ...endpoint, OTEL_LOGS_EXPORTER: 'none' }, { ...all, logs: false }],
    ['what has an exporter by name', { OTEL_TRACES_EXPORTER: 'console' }, { ...nothing, traces: true }],
    ['nothing by an SDK that is disabled', { ...endpoint, OTEL_SDK_DISABLED: 'true' }, { ...nothing, disabled: true }],
    ['nothing to an empty endpoint', { OTEL_EXPORTER_OTLP_ENDPOINT: '' }, nothing],
  ])('is %s', (_what, env, signals) => {
    expect(readSignals(env)).toEqual(signals)
  })
})

const ids = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' }
const recorded: SpanContext = { ...ids, traceFlags: TraceFlags.SAMPLED }
const unrecorded: SpanContext = { ...ids, traceFlags: TraceFlags.NONE }

describe('sampling', () => {
  it.each([
    [undefined, undefined, true],
    ['parentbased_always_on', undefined, true],
    ['parentbased_always_off', undefined, false],
    ['parentbased_traceidratio', '0.1', false],
    ['parentbased_traceidratio', '0.3', true],
    ['parentbased_traceidratio', '1', true],
    ['parentbased_traceidratio', '0', false],
  ])('by %s and %s follows the parent, and a root at a draw of 0.2 is recorded: %s', (sampler, argument, root) => {
    const env = { OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: argument }
    const sampling = readSampling(env, () => 0.2)
    expect([sampling?.(recorded), sampling?.(unrecorded), sampling?.(undefined)]).toEqual([true, false, root])
  })

  it.each([
    ['always_on', undefined],
    ['traceidratio', '0.1'],
    ['parentbased_traceidratio', undefined],
    ['parentbased_traceidratio', '7'],
    ['of my own', undefined],
  ])('by %s and %s is left to the SDK', (sampler, argument) => {
    expect(readSampling({ OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: argument })).toBeUndefined()
  })
})
