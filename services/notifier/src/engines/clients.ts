import { inSpan, type Spanning } from '@pagebell/runtime/span'
import { FetchFailure } from '@pagebell/safe-fetch/fetch-failure'
import { type FetcherSettings, safeFetcher } from '@pagebell/safe-fetch/safe-fetcher'
import { Agent, request } from 'undici'
import type { EngineFetch, SiteFetch } from '../channels/channel.ts'

/**
 * Bytes read of a response body: JSON is parsed on the event loop, and no key file is longer. A caller may ask for
 * more.
 */
const maxBodyBytes = 64 * 1024

/** Requests to the operator's endpoints, which may have any address. Redirects are not followed. */
export function createEngineClient(timeoutMs: number): EngineFetch & AsyncDisposable {
  const agent = new Agent({ connect: { timeout: timeoutMs }, connections: 16 })
  const send: EngineFetch = async (url, { method, headers, body, maxBytes = maxBodyBytes }) => {
    using timeout = awakeTimeout(timeoutMs)
    const response = await request(url, {
      method,
      ...(body !== undefined && { body }),
      headers: { 'user-agent': 'Pagebell/1.0', ...headers },
      dispatcher: agent,
      signal: timeout.signal,
    })
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of response.body as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= maxBytes) break
    }
    return {
      status: response.statusCode,
      header: (name) => [response.headers[name]].flat()[0],
      text: Buffer.concat(chunks).subarray(0, maxBytes).toString('utf8'),
    }
  }
  const fetch: EngineFetch = (url, sent) => inSpan(requestSpan(url, sent.method), () => send(url, sent))
  return Object.assign(fetch, { [Symbol.asyncDispose]: () => agent.destroy() })
}

/** Requests to endpoint overrides: customers may set any address, so only the public web is reached. */
export function createOverrideClient(reach: FetcherSettings, timeoutMs: number): EngineFetch {
  const fetch = safeFetcher(reach)
  return (url, { method, headers, body }) =>
    inSpan(requestSpan(url, method), async () => {
      const response = await fetch(url, {
        method,
        headers,
        deadlineMs: timeoutMs,
        maxBytes: maxBodyBytes,
        beyond: 'leave',
        redirects: 0,
        ...(body !== undefined && { body }),
      })
      return {
        status: response.status,
        header: (name) => response.headers.find(([known]) => known.toLowerCase() === name)?.[1],
        text: response.body.toString('utf8'),
      }
    })
}

/**
 * Fetches files of customers' sites, which may have any address: only the public web is reached. Follows no redirect by
 * default.
 */
export function createSiteClient(reach: FetcherSettings): SiteFetch {
  const fetch = safeFetcher(reach)
  return async (url, { redirects = 0, maxBytes = maxBodyBytes, deadlineMs = 10_000 } = {}) => {
    const response = await fetch(url, { redirects, maxBytes, deadlineMs })
    const contentType = response.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
    return { status: response.status, contentType, body: response.body.toString('utf8') }
  }
}

/** Names the host and no more of the URL: Bing takes its key in the query. */
export function requestSpan(url: string, method: string): Spanning {
  const host = URL.parse(url)?.host ?? 'unknown'
  const attributes = { 'http.request.method': method, 'server.address': host }
  return { name: `${method} ${host}`, kind: 'client', attributes }
}

/** Why there was no response, in one word that contains no part of the URL. */
export function failureReason(error: unknown): string {
  const { name, code, reason } = error as { name?: string; code?: string; reason?: string }
  if (name === 'FetchFailure' && reason !== undefined) return reason
  if (name === 'TimeoutError' || code === 'UND_ERR_CONNECT_TIMEOUT') return 'timeout'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'dns'
  if (code === 'ECONNREFUSED') return 'refused'
  return 'connection_lost'
}

export const isBlocked = (error: unknown): boolean =>
  error instanceof FetchFailure && error.reason === 'blocked_address'

/**
 * Aborts after so many milliseconds for which this process was awake. A process that was suspended, or that got no time
 * on a busy machine, then finds the response waiting: a plain time-out would take its own slowness for the engine's,
 * and the request would be sent again.
 */
export function awakeTimeout(timeoutMs: number): Disposable & { signal: AbortSignal } {
  const timeout = new AbortController()
  const tickMs = timeoutMs / 20
  let leftMs = timeoutMs
  let before = performance.now()
  const ticking = setInterval(() => {
    const now = performance.now()
    leftMs -= Math.min(now - before, 2 * tickMs)
    before = now
    if (leftMs > 0) return
    clearInterval(ticking)
    timeout.abort(new DOMException('The engine did not answer in time.', 'TimeoutError'))
  }, tickMs)
  return { signal: timeout.signal, [Symbol.dispose]: () => clearInterval(ticking) }
}
