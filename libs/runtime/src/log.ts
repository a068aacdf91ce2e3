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
  return destination === undefined ? pino(options) : pino(options, destination)
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
