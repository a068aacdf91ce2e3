import { describe, expect, it } from '@jest/globals'
import { readSignals } from './read-signals.ts'

const nothing = { disabled: false, traces: false, metrics: false, logs: false }
const all = { disabled: false, traces: true, metrics: true, logs: true }
const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }

describe('what is sent', () => {
  it.each([
    ['nothing without an endpoint', {}, nothing],
    ['everything to a common endpoint', endpoint, all],
    [
      'only traces to an endpoint of their own',
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
