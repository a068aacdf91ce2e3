import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Log } from './log.ts'
import { withTimeout } from './with-timeout.ts'

// An import statement would read every export of node:http, and with WebSocket all of Node's fetch: 8 MB in each
// service.
const { createServer } = process.getBuiltinModule('node:http')

export type Health = AsyncDisposable & {
  port: number
  /** /readyz answers 503 from now on, so that no new work is sent here. */
  drain(): void
}

const checkTimeoutMs = 2_000

let readMetrics: (() => Promise<string>) | undefined

/** The text of /metrics, in Prometheus' format; undefined: 404. */
export function exposeMetrics(read: (() => Promise<string>) | undefined): void {
  readMetrics = read
}

/**
 * /livez: the event loop is running. /readyz: every dependency responds; else 503 with the names of those that do not.
 * /metrics: for Prometheus. On a separate port, never on the public one.
 */
export async function serveHealth(
  port: number,
  checks: Record<string, () => Promise<unknown>>,
  log: Log,
  host = '127.0.0.1',
): Promise<Health> {
  let draining = false
  const server = createServer((request, response) => {
    if (request.url === '/livez') return answer(response, 200, { status: 'ok' })
    if (request.url === '/metrics') return void answerMetrics(response, log)
    if (request.url !== '/readyz') return answer(response, 404, { status: 'not found' })
    if (draining) return answer(response, 503, { status: 'stopping' })
    void failing(checks, log).then((failed) =>
      answer(
        response,
        failed.length === 0 ? 200 : 503,
        failed.length === 0 ? { status: 'ok' } : { status: 'unavailable', failed },
      ),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    drain() {
      draining = true
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function answerMetrics(response: ServerResponse, log: Log): Promise<void> {
  if (readMetrics === undefined) return answer(response, 404, { status: 'metrics are switched off' })
  try {
    const text = await readMetrics()
    response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' })
    response.end(text)
  } catch (error) {
    log.warn({ err: error }, 'the metrics could not be read')
    answer(response, 500, { status: 'unavailable' })
  }
}

async function failing(checks: Record<string, () => Promise<unknown>>, log: Log): Promise<string[]> {
  const outcomes = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      try {
        await withTimeout(
          Promise.try(check),
          checkTimeoutMs,
          () => new Error(`${name} took longer than ${checkTimeoutMs} ms`),
        )
        return []
      } catch (error) {
        log.debug({ err: error, dependency: name }, `${name} does not answer`)
        return [name]
      }
    }),
  )
  return outcomes.flat()
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(JSON.stringify(body))
}
