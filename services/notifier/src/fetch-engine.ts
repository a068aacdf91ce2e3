import { inSpan, type Spanning } from '@pagebell/runtime/span'
import { Agent, request } from 'undici'
import { awakeTimeout } from './awake-timeout.ts'
import type { EngineFetch } from './channel.ts'

/** More is read off the wire for no one but who says so. */
const MOST_BYTES = 64 * 1024

/** Requests to engines, whose endpoints are the operator's own and so may be anywhere. Redirects are not followed. */
export function engineFetcher(timeoutMs: number): EngineFetch & AsyncDisposable {
  const agent = new Agent({ connect: { timeout: timeoutMs }, connections: 16 })
  const ask: EngineFetch = async (url, { method, headers, body, mostBytes = MOST_BYTES }) => {
    using timeout = awakeTimeout(timeoutMs)
    const answer = await request(url, {
      method,
      ...(body !== undefined && { body }),
      headers: { 'user-agent': 'Pagebell/1.0', ...headers },
      dispatcher: agent,
      signal: timeout.signal,
    })
    const parts: Buffer[] = []
    let size = 0
    for await (const part of answer.body as AsyncIterable<Buffer>) {
      parts.push(part)
      size += part.length
      if (size >= mostBytes) break
    }
    return {
      status: answer.statusCode,
      header: (name) => [answer.headers[name]].flat()[0],
      text: Buffer.concat(parts).subarray(0, mostBytes).toString('utf8'),
    }
  }
  const fetch: EngineFetch = (url, sent) => inSpan(engineSpan(url, sent.method), () => ask(url, sent))
  return Object.assign(fetch, { [Symbol.asyncDispose]: () => agent.destroy() })
}

/** The engine's host and nothing more of its address: Bing wants its key in the query. */
export function engineSpan(url: string, method: string): Spanning {
  const host = URL.parse(url)?.host ?? 'unknown'
  const attributes = { 'http.request.method': method, 'server.address': host }
  return { name: `${method} ${host}`, kind: 'client', attributes }
}

/** Why no answer came, in one word that tells no address. */
export function reasonOf(error: unknown): string {
  const { name, code, reason } = error as { name?: string; code?: string; reason?: string }
  if (name === 'FetchFailure' && reason !== undefined) return reason
  if (name === 'TimeoutError' || code === 'UND_ERR_CONNECT_TIMEOUT') return 'timeout'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'dns'
  if (code === 'ECONNREFUSED') return 'refused'
  return 'connection_lost'
}
