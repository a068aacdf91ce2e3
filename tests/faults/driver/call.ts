import type { History } from '../history.ts'

export type Answer = { status: number; body: Record<string, unknown> }

export type Call = {
  url: string
  method: string
  headers?: Record<string, string>
  body?: object
  timeoutMs?: number
}

let calls = 0

/**
 * Makes one HTTP request and records it: `<kind>.sent` before the first byte is sent, then `<kind>.answered` or
 * `<kind>.lost`. Returns undefined without a complete response: the request may or may not have taken effect.
 */
export async function call(
  history: History,
  kind: string,
  about: Record<string, unknown>,
  { url, method, headers, body, timeoutMs = 8_000 }: Call,
  keep: (body: Record<string, unknown>) => Record<string, unknown> = () => ({}),
): Promise<Answer | undefined> {
  const id = ++calls
  history.write({ kind: `${kind}.sent`, id, ...about })
  try {
    const response = await fetch(url, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    const answer = { status: response.status, body: (await response.json()) as Record<string, unknown> }
    const { code, outcome } = answer.body
    history.write({ kind: `${kind}.answered`, id, status: answer.status, code, outcome, ...keep(answer.body) })
    return answer
  } catch (error) {
    const { name, cause } = error as Error & { cause?: { code?: string } }
    history.write({ kind: `${kind}.lost`, id, why: cause?.code ?? name })
    return undefined
  }
}
