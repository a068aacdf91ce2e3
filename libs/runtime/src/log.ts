import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino'
import { currentTraceId } from './trace.ts'

export type Log = Logger

/** Tokens and keys of ours, wherever they stand in a text. */
const ownSecrets = /pb[hk]_[0-9A-Za-z]{4,}/g

/** JSON lines on standard output with the service's name and the trace id; secrets are struck out. */
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
      const traceId = currentTraceId()
      return traceId === undefined ? {} : { trace_id: traceId }
    },
    hooks: { streamWrite: (line: string) => line.replace(ownSecrets, '***') },
  }
  return destination === undefined ? pino(options) : pino(options, destination)
}
