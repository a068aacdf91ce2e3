/** Which signals leave the process: by the variables of the OpenTelemetry specification, and only where one asks for it. */
export type Signals = { disabled: boolean; traces: boolean; metrics: boolean; logs: boolean }

/** A signal is sent if it has an endpoint, its own or the common one, or an exporter was named; `none` keeps it here. */
export function readSignals(env: NodeJS.ProcessEnv): Signals {
  const sends = (signal: 'TRACES' | 'METRICS' | 'LOGS'): boolean => {
    const exporter = env[`OTEL_${signal}_EXPORTER`]?.trim()
    if (exporter) return exporter !== 'none'
    return Boolean(env[`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`] || env['OTEL_EXPORTER_OTLP_ENDPOINT'])
  }
  const disabled = env['OTEL_SDK_DISABLED']?.trim().toLowerCase() === 'true'
  return {
    disabled,
    traces: !disabled && sends('TRACES'),
    metrics: !disabled && sends('METRICS'),
    logs: !disabled && sends('LOGS'),
  }
}
