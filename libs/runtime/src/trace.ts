import { randomFillSync } from 'node:crypto'
import { type Context, context, ROOT_CONTEXT, type SpanContext, TraceFlags, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'

/** W3C Trace Context, level 1, section 3.2: version 00, and neither id all zero. */
const traceparentForm = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/

// Holds the current trace whether spans are recorded or not, since log lines and messages read it.
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())

/** Runs the work in this trace, or in a new unrecorded one if there is none or it is malformed. */
export function inTrace<T>(traceparent: string | undefined, work: () => T): T {
  return context.with(contextOf(traceparent) ?? newTrace(), work)
}

/** The W3C traceparent of the current span. */
export function currentTraceparent(): string | undefined {
  const span = currentSpanContext()
  return span && `00-${span.traceId}-${span.spanId}-${span.traceFlags.toString(16).padStart(2, '0')}`
}

/** 32 hex digits. */
export function currentTraceId(): string | undefined {
  return currentSpanContext()?.traceId
}

/** The ids of the current trace and span, and whether they are recorded. */
export function currentSpanContext(): SpanContext | undefined {
  return trace.getSpanContext(context.active())
}

/** True if the current trace is recorded. */
export function isSampled(): boolean {
  const span = currentSpanContext()
  return span !== undefined && isRecorded(span)
}

/** True if the span with these ids is recorded. */
export const isRecorded = ({ traceFlags }: SpanContext): boolean => (traceFlags & TraceFlags.SAMPLED) !== 0

/** The context of a traceparent; undefined if there is none or it is malformed. */
export function contextOf(traceparent: string | undefined): Context | undefined {
  const [, traceId, spanId, flags] = (traceparent !== undefined && traceparentForm.exec(traceparent)) || []
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}

/** A trace with log lines but without spans. */
export function newTrace(): Context {
  const traceId = randomHex(16)
  const spanId = randomHex(8)
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: TraceFlags.NONE })
}

// Generated in advance: random bytes for hundreds of ids cost about as much as for one, and every request needs one.
const pool = Buffer.alloc(6_144)
let used = pool.length

function randomHex(bytes: number): string {
  if (used + bytes > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += bytes
  return pool.toString('hex', used - bytes, used)
}
