import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino'
import { currentSpanContext } from './trace.ts'

export type Log = Logger

/** Tokens and keys of ours, wherever they stand in a text. */
const ownSecrets = /pb[hk]_[0-9A-Za-z]{4,}/g

/** JSON lines on standard output with the service's name and the ids of trace and span; secrets are struck out. */
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
  const gathering = gatherLines()
  return pino({ ...options, hooks: { streamWrite: (line) => streamWrite(gathering.announce(line)) } }, gathering.output)
}

/** Characters that are written at once, however many lines more this turn of the event loop brings. */
const writtenAtOnce = 8_192

/**
 * Standard output that writes together what one turn of the event loop logs: a system call costs more than a line. What the
 * last turn has logged is written when the process exits, also by an error that nobody has caught.
 */
function gatherLines() {
  const output = pino.destination({ dest: 1, sync: true, minLength: writtenAtOnce })
  let isUsed = false
  let isDue = false
  const write = (): void => {
    isDue = false
    output.flush()
  }
  return {
    output,
    /** Sees to it that a line which is about to be handed to `output` is written. */
    announce(line: string): string {
      if (!isUsed) process.once('exit', write)
      isUsed = true
      if (!isDue) setImmediate(write)
      isDue = true
      return line
    },
  }
}

let alsoTo: ((line: string) => void) | undefined

/** From now on every line of this process goes there as well, without the secrets that are struck out of it. */
export function alsoLogTo(sink: ((line: string) => void) | undefined): void {
  alsoTo = sink
}

function streamWrite(line: string): string {
  const clean = line.replace(ownSecrets, '***')
  alsoTo?.(clean)
  return clean
}
