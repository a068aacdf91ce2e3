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

/** What the exporter says of itself is not sent: it could only be about its own failure. */
export const ownComponent = 'opentelemetry'

/**
 * Sends the log's lines as records. Lines of a trace that is not recorded are left out below `warn`, like its spans; on
 * standard output there are all.
 */
export function exportLines(): (line: string) => void {
  const logger = logs.getLogger('pagebell')
  return (line) => {
    if (currentSpanContext() !== undefined && !isSampled() && !/^\{"level":"(?:warn|error|fatal)"/.test(line)) return
    const record = recordOf(line)
    if (record.attributes?.['component'] !== ownComponent) logger.emit(record)
  }
}

/** One line of JSON as the log writes it. The ids of trace and span come from the context in which it was written. */
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
