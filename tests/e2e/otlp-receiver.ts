import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type Attribute = { key: string; value: { stringValue?: string; intValue?: number; doubleValue?: number } }
type From = { resource: { attributes: Attribute[] } }
type WireSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: Attribute[]
}
type WireLog = { traceId?: string; spanId?: string; body: { stringValue?: string } }

export type ReceivedSpan = {
  service: string
  traceId: string
  spanId: string
  parentSpanId: string | undefined
  name: string
  kind: 'internal' | 'server' | 'client' | 'producer' | 'consumer'
  attributes: Record<string, string | number | undefined>
}

export type OtlpReceiver = AsyncDisposable & {
  /** The environment with which a service exports everything here at once, as JSON. */
  env: Record<string, string>
  spans: ReceivedSpan[]
  logs: { service: string; traceId: string | undefined; spanId: string | undefined; text: string | undefined }[]
  metrics: { service: string; name: string }[]
  /** The raw bodies. */
  bodies: string[]
}

const kinds = ['internal', 'internal', 'server', 'client', 'producer', 'consumer'] as const

/** A private collector: OTLP over HTTP, JSON (opentelemetry-proto, "JSON Protobuf Encoding"). */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const received: Pick<OtlpReceiver, 'spans' | 'logs' | 'metrics' | 'bodies'> = {
    spans: [],
    logs: [],
    metrics: [],
    bodies: [],
  }
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts).toString()
      received.bodies.push(body)
      take(received, JSON.parse(body))
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  // The client ends its connections: on a busy machine a request may come just as one times out.
  server.keepAliveTimeout = 0
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    ...received,
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_BSP_SCHEDULE_DELAY: '100',
      OTEL_BLRP_SCHEDULE_DELAY: '100',
      OTEL_METRIC_EXPORT_INTERVAL: '1000',
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

type Export = {
  resourceSpans?: (From & { scopeSpans: { spans: WireSpan[] }[] })[]
  resourceLogs?: (From & { scopeLogs: { logRecords: WireLog[] }[] })[]
  resourceMetrics?: (From & { scopeMetrics: { metrics: { name: string }[] }[] })[]
}

function take(received: Pick<OtlpReceiver, 'spans' | 'logs' | 'metrics'>, sent: Export): void {
  for (const { resource, scopeSpans } of sent.resourceSpans ?? []) {
    for (const span of scopeSpans.flatMap(({ spans }) => spans)) {
      const { traceId, spanId, parentSpanId, name, attributes } = span
      const kind = kinds[span.kind] ?? 'internal'
      const service = serviceOf(resource)
      received.spans.push({ service, traceId, spanId, parentSpanId, name, kind, attributes: asObject(attributes) })
    }
  }
  for (const { resource, scopeLogs } of sent.resourceLogs ?? []) {
    for (const { traceId, spanId, body } of scopeLogs.flatMap(({ logRecords }) => logRecords)) {
      received.logs.push({ service: serviceOf(resource), traceId, spanId, text: body.stringValue })
    }
  }
  for (const { resource, scopeMetrics } of sent.resourceMetrics ?? []) {
    for (const { name } of scopeMetrics.flatMap(({ metrics }) => metrics)) {
      received.metrics.push({ service: serviceOf(resource), name })
    }
  }
}

function asObject(attributes: Attribute[]): ReceivedSpan['attributes'] {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? value.doubleValue]),
  )
}

const serviceOf = ({ attributes }: From['resource']): string =>
  String(asObject(attributes)['service.name'] ?? 'unknown')
