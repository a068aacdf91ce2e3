import { Agent, request } from 'undici'
import { timeoutMs } from './victim.ts'

type Asking = { method: 'GET' | 'POST' | 'PUT'; headers?: Record<string, string>; body?: object | string }

/** Connections of one victim's own, as many as it has requests under way. */
export function newConnections(): Agent {
  return new Agent({ headersTimeout: timeoutMs, bodyTimeout: timeoutMs })
}

/** One request on these connections. Throws unless it has the expected status. Returns the text of the body. */
export async function askFor(
  dispatcher: Agent,
  url: string,
  { method, headers, body }: Asking,
  good: number,
): Promise<string> {
  const isJson = typeof body === 'object'
  const answer = await request(url, {
    dispatcher,
    method,
    headers: { ...(isJson && { 'content-type': 'application/json' }), ...headers },
    body: isJson ? JSON.stringify(body) : (body ?? null),
    signal: AbortSignal.timeout(timeoutMs),
  })
  const text = await answer.body.text()
  if (answer.statusCode !== good) throw new Error(`${method} answered ${answer.statusCode}: ${text.slice(0, 120)}`)
  return text
}
