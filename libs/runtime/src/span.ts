import {
  type Attributes,
  context,
  INVALID_SPAN_CONTEXT,
  type Link,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { Fault } from '@pagebell/faults/fault'
import { contextOf, inTrace, isRecorded, isSampled, newTrace } from './trace.ts'

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
}

export type Spanning = { name: string; kind: keyof typeof kinds; attributes?: Attributes; links?: Link[] }
/** With `untrusted`, the client's trace id is kept, but not its decision whether the trace is recorded. */
export type Entering = Spanning & { untrusted?: boolean }
export type OpenSpan = {
  span: Span
  /** Runs work within the span, any number of times until it has ended. */
  run<T>(work: () => T): T
}

// Delegates to the SDK's tracer once it is registered.
const tracer = trace.getTracer('pagebell')
/** Used for each span that is not recorded. */
const unrecorded = trace.wrapSpanContext(INVALID_SPAN_CONTEXT)

let isRecordedBelow: ((parent: SpanContext | undefined) => boolean) | undefined

/** Sets which spans are recorded, by their parent (undefined for a root). Without a filter none are. */
export function recordSpans(filter: ((parent: SpanContext | undefined) => boolean) | undefined): void {
  isRecordedBelow = filter
}

/**
 * Starts the span of a request, call or message in the caller's trace, or in a new one. If the trace is not recorded
 * there is no span, but log lines still have its id. The caller ends the span.
 */
export function openSpan(
  traceparent: string | undefined,
  { name, kind, untrusted = false, ...about }: Entering,
): OpenSpan {
  const parent = contextOf(untrusted ? unsampled(traceparent) : traceparent)
  if (!isRecordedBelow?.(untrusted ? undefined : parent && trace.getSpanContext(parent))) {
    const within = parent ?? newTrace()
    return { span: unrecorded, run: (work) => context.with(within, work) }
  }
  const span = tracer.startSpan(name, { ...about, kind: kinds[kind] }, parent ?? ROOT_CONTEXT)
  const within = trace.setSpan(ROOT_CONTEXT, span)
  return { span, run: (work) => context.with(within, work) }
}

/** {@link openSpan} for work that is one promise. */
export function enterSpan<T>(
  traceparent: string | undefined,
  spanning: Spanning,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const { span, run } = openSpan(traceparent, spanning)
  return run(() => ending(span, work))
}

/** Runs a part of the current work, such as a query, in its own span; without one if the trace is not recorded. */
export function inSpan<T>({ name, kind, ...about }: Spanning, work: () => Promise<T>): Promise<T> {
  if (isRecordedBelow === undefined || !isSampled()) return work()
  const span = tracer.startSpan(name, { ...about, kind: kinds[kind] })
  return context.with(trace.setSpan(context.active(), span), () => ending(span, work))
}

/** Runs work for several requests as part of the first recorded trace, with links to the others. */
export function inSharedSpan<T>(
  traceparents: (string | null | undefined)[],
  spanning: Spanning,
  work: () => Promise<T>,
): Promise<T> {
  const [first, ...others] = [...new Set(traceparents)].flatMap((one) => recorded(one) ?? [])
  if (first === undefined) return inTrace(traceparents[0] ?? undefined, work)
  const links = others.slice(0, maxLinks).map(({ span }) => ({ context: span }))
  return inTrace(first.traceparent, () => inSpan({ ...spanning, links }, work))
}

/** Marks the span of a failure on our side, with the error's type and never its text, which may contain anything. */
export function markFailed(span: Span, error?: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR })
  if (error !== undefined) span.setAttribute('error.type', errorType(error))
}

/** A code or a class, never a text. */
export function errorType(error: unknown): string {
  if (error instanceof Fault) return error.code
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  if (typeof code === 'string') return code
  return typeof name === 'string' ? name : 'unknown'
}

const unsampled = (traceparent: string | undefined) => traceparent?.replace(/-[0-9a-f]{2}$/, '-00')

const maxLinks = 100

function recorded(traceparent: string | null | undefined): { traceparent: string; span: SpanContext } | undefined {
  const parent = contextOf(traceparent ?? undefined)
  const span = parent && trace.getSpanContext(parent)
  if (!traceparent || !span || !isRecorded(span)) return undefined
  return { traceparent, span }
}

async function ending<T>(span: Span, work: (span: Span) => Promise<T>): Promise<T> {
  try {
    return await work(span)
  } catch (error) {
    markFailed(span, error)
    throw error
  } finally {
    span.end()
  }
}
