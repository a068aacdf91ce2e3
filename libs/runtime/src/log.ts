import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino'
import { currentSpanContext } from './trace.ts'

export type Log = Logger

/** Pagebell's tokens and keys, anywhere in a text. */
const ownSecrets = /pb[hk]_[0-9A-Za-z]{4,}/g

/** JSON lines on standard output with the service's name and the ids of trace and span; secrets are redacted. */
export function createLog(service: string, level = 'info', destination?: DestinationStream): Log {
  const options = {
    level,
    base: { service },
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: {
      paths: ['password', 'token', 'api_key', 'authorization', '*.password', '*.token', '*.api_key', '*.authorization'],
      censor: '***',
    },
    mixin: () => {
      const span = currentSpanContext()
      return span === undefined ? {} : { trace_id: span.traceId, span_id: span.spanId }
    },
    hooks: { streamWrite },
  }
  if (destination !== undefined) return pino(options, destination)
  const buffer = lineBuffer()
  return pino({ ...options, hooks: { streamWrite: (line) => streamWrite(buffer.scheduleWrite(line)) } }, buffer.output)
}

/** Buffered characters that are written before the end of the turn. */
const writtenAtOnce = 8_192

/**
 * Standard output that writes the lines of one turn of the event loop together, since a system call costs more than a
 * line. The lines of the last turn are written when the process exits, also after an uncaught error.
 */
function lineBuffer() {
  const output = pino.destination({ dest: 1, sync: true, minLength: writtenAtOnce })
  let isUsed = false
  let isDue = false
  const write = (): void => {
    isDue = false
    output.flush()
  }
  return {
    output,
    /** Schedules the write of a line that is passed to `output` next. */
    scheduleWrite(line: string): string {
      if (!isUsed) process.once('exit', write)
      isUsed = true
      if (!isDue) setImmediate(write)
      isDue = true
      return line
    },
  }
}

let alsoTo: ((line: string) => void) | undefined

/** Sends a copy of each line of this process to the sink, with secrets redacted. */
export function alsoLogTo(sink: ((line: string) => void) | undefined): void {
  alsoTo = sink
}

function streamWrite(line: string): string {
  const clean = line.replace(ownSecrets, '***')
  alsoTo?.(clean)
  return clean
}
