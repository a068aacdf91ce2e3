import { type LogRecord, logs, SeverityNumber } from '@opentelemetry/api'
import { currentSpanContext, isSampled } from '@pagebell/runtime/trace'

const severities: Record<string, SeverityNumber> = {
  trace: SeverityNumber.TRACE,
  debug: SeverityNumber.DEBUG,
  info: SeverityNumber.INFO,
  warn: SeverityNumber.WARN,
  error: SeverityNumber.ERROR,
  fatal: SeverityNumber.FATAL,
}

/** The component of the exporter's own log lines, which are not exported: they can only report its own failure. */
export const ownComponent = 'opentelemetry'

/**
 * Exports log lines as records. Lines below `warn` of a trace that is not recorded are left out, like its spans; standard
 * output has all of them.
 */
export function exportLines(): (line: string) => void {
  const logger = logs.getLogger('pagebell')
  return (line) => {
    if (currentSpanContext() !== undefined && !isSampled() && !/^\{"level":"(?:warn|error|fatal)"/.test(line)) return
    const record = recordOf(line)
    if (record.attributes?.['component'] !== ownComponent) logger.emit(record)
  }
}

/** The record of one line of JSON. Its trace and span ids are taken from the context in which it was written. */
export function recordOf(line: string): LogRecord {
  const { level, time, msg, service: _, trace_id: _trace, span_id: _span, ...rest } = JSON.parse(line)
  return {
    timestamp: new Date(time),
    severityText: level,
    severityNumber: severities[level] ?? SeverityNumber.UNSPECIFIED,
    body: msg,
    attributes: Object.fromEntries(
      Object.entries(rest).map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : value]),
    ) as Record<string, string | number | boolean>,
  }
}
