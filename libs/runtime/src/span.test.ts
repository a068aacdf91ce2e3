import { afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { type SpanContext, trace } from '@opentelemetry/api'
import { inSpan, openSpan, recordSpans } from './span.ts'
import { currentTraceparent } from './trace.ts'

const traceId = '0af7651916cd43dd8448eb211c80319c'
const [recorded, unrecorded] = [`00-${traceId}-b7ad6b7169203331-01`, `00-${traceId}-b7ad6b7169203331-00`]
const started: string[] = []

beforeAll(() => {
  const span = trace.wrapSpanContext({ traceId, spanId: '1111111111111111', traceFlags: 1 })
  const startSpan = (name: string) => {
    started.push(name)
    return span
  }
  trace.setGlobalTracerProvider({ getTracer: () => ({ startSpan }) as never })
})
afterEach(() => {
  recordSpans(undefined)
  started.length = 0
})

const begin = (traceparent: string | undefined): string | undefined => {
  const { span, run } = openSpan(traceparent, { name: 'begun', kind: 'server' })
  const inside = run(currentTraceparent)
  span.setAttribute('done', true).end()
  return inside
}

describe('a span', () => {
  it('is not started before recording is enabled, and the trace continues unchanged', async () => {
    expect(begin(recorded)).toBe(recorded)
    expect(begin(undefined)).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/)
    await openSpan(recorded, { name: 'begun', kind: 'server' }).run(() =>
      inSpan({ name: 'part', kind: 'client' }, async () => undefined),
    )
    expect(started).toEqual([])
  })

  it('is started only below parents that pass the filter, and the trace of the others continues unchanged', () => {
    const seen: (SpanContext | undefined)[] = []
    recordSpans((parent) => {
      seen.push(parent)
      return parent?.traceFlags === 1
    })
    expect(begin(recorded)).toBe(`00-${traceId}-1111111111111111-01`)
    expect(begin(unrecorded)).toBe(unrecorded)
    expect(begin(undefined)).toMatch(/-00$/)
    expect(started).toEqual(['begun'])
    expect(seen.map((parent) => parent?.traceFlags)).toEqual([1, 0, undefined])
  })
})
