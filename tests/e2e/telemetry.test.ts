import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { services } from '@pagebell/start/service-list'
import { until } from '@pagebell/testing/until'
import { type OtlpReceiver, type ReceivedSpan, startOtlpReceiver } from './otlp-receiver.ts'
import { startTestSystem, type TestSystem } from './test-system.ts'

let receiver: OtlpReceiver
let system: TestSystem
let site: string

beforeAll(async () => {
  receiver = await startOtlpReceiver()
  system = await startTestSystem({ env: receiver.env })
  site = system.addresses.sampleSiteUrl
  // Every other service is called on the way of what follows.
  await fetch(`${system.addresses.publicUrl}/sign-in`)
})

afterAll(async () => {
  await system?.destroy()
  await receiver?.[Symbol.asyncDispose]()
})

/** The span and all that caused it, back to the first, as `service kind name`. */
function cause(span: ReceivedSpan): string[] {
  const parent = receiver.spans.find((one) => one.traceId === span.traceId && one.spanId === span.parentSpanId)
  return [...(parent ? cause(parent) : []), `${span.service} ${span.kind} ${span.name}`]
}

/** {@link cause}, as soon as all of it has come: every service sends its own spans, in no order. */
const wholeCause = (span: ReceivedSpan): Promise<string[]> =>
  until('all that caused the span is traced', () => {
    const whole = cause(span)
    return whole[0]?.startsWith('gateway server ') && whole
  })

const found = (what: string, is: (span: ReceivedSpan) => boolean): Promise<ReceivedSpan> =>
  until(what, () => receiver.spans.find(is))

const makeTrace = () => {
  const traceId = crypto.randomUUID().replaceAll('-', '')
  return { traceId, traceparent: `00-${traceId}-00f067aa0ba902b7-01` }
}

describe('one trace', () => {
  it('leads from the webhook over intake, broker and notifier to the engine', async () => {
    const { traceId, traceparent } = makeTrace()
    const response = await fetch(`${system.addresses.publicUrl}/api/hooks/${system.demo.hookToken}/submit`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', traceparent },
      body: JSON.stringify({ urls: [`${site}/`] }),
    })
    expect(response.status).toBe(202)
    const engine = await found(
      'the request to the engine is traced',
      (span) =>
        span.traceId === traceId &&
        span.service === 'notifier' &&
        span.kind === 'client' &&
        span.name.startsWith('POST'),
    )
    await found('the webhook is traced', (span) => span.traceId === traceId && span.service === 'gateway')
    await found(
      'intake is traced',
      (span) => span.traceId === traceId && span.service === 'intake' && span.kind === 'server',
    )
    expect(await wholeCause(engine)).toEqual([
      'gateway server POST /api/hooks/*',
      'intake server POST /api/hooks/***/submit',
      'intake producer send urls.submitted.v1',
      'notifier consumer process urls.submitted.v1',
      'notifier internal notify indexnow',
      expect.stringMatching(/^notifier client POST 127\.0\.0\.1:\d+$/),
    ])
    const ofTrace = receiver.spans.filter((span) => span.traceId === traceId)
    const commit = ofTrace.find((span) => span.name === 'postgresql submit-group')
    expect(commit && (await wholeCause(commit))).toEqual([
      'gateway server POST /api/hooks/*',
      'intake server POST /api/hooks/***/submit',
      'intake internal commit requests',
      'intake client postgresql submit-group',
    ])
    expect(ofTrace.some((span) => span.service === 'intake' && span.name === 'redis eval')).toBe(true)
  })

  it('leads by its log lines alone from each webhook to the engine’s answer, though they went together', async () => {
    const traces = [makeTrace(), makeTrace(), makeTrace()]
    await Promise.all(
      traces.map(({ traceId, traceparent }) =>
        fetch(`${system.addresses.publicUrl}/api/hooks/${system.demo.hookToken}/submit`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', traceparent },
          body: JSON.stringify({ urls: [`${site}/${traceId}`] }),
        }),
      ),
    )
    for (const { traceId } of traces) {
      const lines = await until('the last line of the trace has come', () => {
        const ofTrace = receiver.logs
          .filter((one) => one.traceId === traceId)
          .map(({ service, text }) => `${service}: ${text}`)
        return ofTrace.includes('notifier: sent to the engine') && ofTrace
      })
      const way = ['gateway: request', 'intake: request', 'notifier: took a batch', 'notifier: sent to the engine']
      expect(lines).toEqual(expect.arrayContaining(way))
    }
  })

  it('leads from the gateway over gRPC to PostgreSQL, and on through the analyzer', async () => {
    const { traceId, traceparent } = makeTrace()
    const { body } = await system.api<{ data: { status: string } }>('POST', '/reports', {
      body: { url: `${site}/` },
      headers: { prefer: 'wait=20', traceparent },
    })
    expect(body.data.status).toBe('done')
    const last = await found(
      'the rating is written',
      (span) => span.traceId === traceId && span.service === 'report' && span.name === 'postgresql end-run-done',
    )
    await found('the request is traced', (span) => span.traceId === traceId && span.name === 'POST /api/v1/reports')
    expect(await wholeCause(last)).toEqual([
      'gateway server POST /api/v1/reports',
      'gateway client pagebell.report.v1.Reports/CreateReport',
      'report server pagebell.report.v1.Reports/CreateReport',
      'report producer send analysis.requested.v1',
      'analyzer consumer process analysis.requested.v1',
      'analyzer producer send page.analyzed.v1',
      'report consumer process page.analyzed.v1',
      'report client postgresql end-run-done',
    ])
    const fetched = receiver.spans.find(
      (span) => span.traceId === traceId && span.service === 'analyzer' && span.name === 'GET',
    )
    expect(fetched?.attributes).toMatchObject({ 'server.address': '127.0.0.1' })
  })
})

describe('every service', () => {
  it.each(services)('%s emits traces, metrics and logs', async (service) => {
    await until(`${service} has sent all three`, () => {
      const has = (records: { service: string }[]) => records.some((one) => one.service === service)
      return has(receiver.spans) && has(receiver.metrics) && has(receiver.logs)
    })
  })

  it.each(services)('%s shows its metrics to Prometheus on the private port', async (service) => {
    const port = system.ports[`${service.toUpperCase()}_HEALTH_PORT`]
    const response = await fetch(`http://127.0.0.1:${port}/metrics`)
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
    const text = await response.text()
    expect(text).toMatch(new RegExp(`^target_info\\{.*service_name="${service}"`, 'm'))
    expect(text).toMatch(/^nodejs_eventloop_utilization /m)
  })

  it('writes log lines that name the trace and the span', async () => {
    const line = await until('a line of a request', () => receiver.logs.find((one) => one.text === 'request'))
    const span = await found('its span', (one) => one.spanId === line.spanId)
    expect(span.traceId).toBe(line.traceId)
  })
})

describe('what is counted', () => {
  /** What each copy of a service has counted. */
  const read = async (service: string): Promise<string> => {
    const copies = system.copies.filter((copy) => copy.service === service)
    const pages = copies.map(async ({ readyUrl }) => (await fetch(new URL('/metrics', readyUrl))).text())
    return (await Promise.all(pages)).join('\n')
  }

  it('tells verdicts, deliveries and the time from the 202 to the answer of the engine', async () => {
    expect(await read('intake')).toMatch(/^pagebell_urls_judged_total\{pagebell_verdict="accepted"\} [1-9]/m)
    await until('the delivery is counted', async () => {
      const text = await read('notifier')
      return (
        /^pagebell_deliveries_total\{pagebell_engine="indexnow",pagebell_outcome="delivered"\} [1-9]/m.test(text) &&
        /^pagebell_delivery_time_count\{pagebell_engine="indexnow",pagebell_outcome="delivered"\} [1-9]/m.test(text)
      )
    })
  })

  it('tells what waits in queues, the dead letters among it', async () => {
    expect(await read('notifier')).toMatch(
      /^pagebell_queue_messages\{messaging_destination_name="urls\.submitted\.v1",pagebell_queue_state="dead"\} 0$/m,
    )
    expect(await read('report')).toMatch(/^pagebell_outbox_age 0/m)
  })
})

describe('no secret', () => {
  it('is in anything that was sent', async () => {
    const secrets = [system.demo.hookToken, system.demo.apiKey, system.env['INTERNAL_TOKEN']]
    expect(receiver.bodies.length).toBeGreaterThan(20)
    for (const secret of secrets) {
      expect(secret).toMatch(/.{16,}/)
      expect(receiver.bodies.filter((body) => body.includes(String(secret)))).toEqual([])
    }
    const webhook = receiver.spans.find((span) => span.name === 'POST /api/hooks/*')
    expect(webhook?.attributes['url.path']).toBe('/api/hooks/***/submit')
  })
})
