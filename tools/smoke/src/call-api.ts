import { SmokeProblem } from './smoke-problem.ts'

/**
 * Sends a request; returns the `data` (or the whole body) of the response. Throws a SmokeProblem for another status.
 */
export type CallApi = <Body>(method: string, path: string, options?: CallOptions) => Promise<Body>
export type CallOptions = { expect?: number; body?: object; headers?: Record<string, string>; timeoutMs?: number }

/** `path` is relative to the address; an absolute URL is sent without the key. */
export function apiOf(base: URL, key: string): CallApi {
  return async (method, path, { expect = 200, body, headers, timeoutMs = 15_000 } = {}) => {
    const url = new URL(path, base)
    const authorization = path.startsWith('/') ? { authorization: `Bearer ${key}` } : {}
    const type = body === undefined ? {} : { 'content-type': 'application/json' }
    const what = `${method} ${path.startsWith('/') ? path : url.pathname.replace(/pb[hk]_\w+/, '***')}`
    const response = await fetch(url, {
      method,
      headers: { ...authorization, ...type, ...headers },
      signal: AbortSignal.timeout(timeoutMs),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch((error: unknown) => {
      const { cause } = error as { cause?: { code?: string } }
      throw new SmokeProblem(`${what}: no answer from ${url.origin} (${cause?.code ?? String(error)}).`)
    })
    const text = await response.text()
    if (response.status !== expect) {
      throw new SmokeProblem(`${what}: ${response.status} instead of ${expect}: ${text.slice(0, 300)}`)
    }
    return JSON.parse(text) as never
  }
}
