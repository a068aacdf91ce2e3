import { SmokeProblem } from './smoke-problem.ts'

/** One call, and the `data` (or whole body) of an answer of the expected status. Throws a SmokeProblem for any other. */
export type CallApi = <Body>(method: string, path: string, options?: CallOptions) => Promise<Body>
export type CallOptions = { expect?: number; body?: object; headers?: Record<string, string>; timeoutMs?: number }

/** `path` is joined to the address; an absolute one stands for itself and is sent without the key. */
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
