import { randomFillSync } from 'node:crypto'
import { type Context, context, ROOT_CONTEXT, type SpanContext, TraceFlags, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'

/** W3C Trace Context, level 1, section 3.2: version 00, and neither id all zero. */
const traceparentForm = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/

// One place for the trace under way, whether spans are recorded or not: log lines and messages read it either way.
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())

/** Runs the work under this trace, or under a new one that nobody records if there is none or it is malformed. */
export function inTrace<T>(traceparent: string | undefined, work: () => T): T {
  return context.with(contextOf(traceparent) ?? newTrace(), work)
}

/** The W3C traceparent to hand on. */
export function currentTraceparent(): string | undefined {
  const span = currentSpanContext()
  return span && `00-${span.traceId}-${span.spanId}-${span.traceFlags.toString(16).padStart(2, '0')}`
}

/** 32 hex digits; the same from the first request to the last answer that it causes. */
export function currentTraceId(): string | undefined {
  return currentSpanContext()?.traceId
}

/** The ids of the trace and the span under way, and whether they are recorded. */
export function currentSpanContext(): SpanContext | undefined {
  return trace.getSpanContext(context.active())
}

/** True if the spans of what is under way are recorded. */
export function isSampled(): boolean {
  const span = currentSpanContext()
  return span !== undefined && isRecorded(span)
}

/** True if the span with these ids is recorded. */
export const isRecorded = ({ traceFlags }: SpanContext): boolean => (traceFlags & TraceFlags.SAMPLED) !== 0

/** What a traceparent stands for; undefined for none and for a malformed one. */
export function contextOf(traceparent: string | undefined): Context | undefined {
  const [, traceId, spanId, flags] = (traceparent !== undefined && traceparentForm.exec(traceparent)) || []
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}

/** A trace of which there will be log lines but no spans. */
export function newTrace(): Context {
  const traceId = drawHex(16)
  const spanId = drawHex(8)
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: TraceFlags.NONE })
}

// Drawn ahead: a draw costs about the same for one id as for hundreds, and every request needs one.
const drawn = Buffer.alloc(6_144)
let used = drawn.length

function drawHex(bytes: number): string {
  if (used + bytes > drawn.length) {
    randomFillSync(drawn)
    used = 0
  }
  used += bytes
  return drawn.toString('hex', used - bytes, used)
}
