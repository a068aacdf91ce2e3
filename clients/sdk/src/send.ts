import { PagebellConnectionError, PagebellError, type Problem } from './errors.ts'

export type Connection = {
  /** Origin of the installation, such as https://pagebell.example.org, with a path if it is served below one. */
  url: string
  /** The key of the API, or the token of a webhook. */
  token: string
  /** Repetitions of a call that got no answer, or one that asks for it; 3. */
  retries?: number
  /** For each attempt, in milliseconds; 30,000. */
  timeoutMs?: number
  /** The longest wait before a repetition, in seconds; a call that would have to wait longer fails at once; 60. */
  maxWaitSeconds?: number
  /** Default: the global one. */
  fetch?: typeof fetch
}

export type Call = {
  method: string
  path: string
  query?: object
  body?: unknown
  /** Of a call with it, a repetition has no second effect. */
  idempotencyKey?: string
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** Methods that have the same effect once and twice (RFC 9110, 9.2.2). */
const repeatable = new Set(['GET', 'HEAD', 'PUT', 'DELETE'])

/** Makes a call, repeats it where that is safe, and answers the body; undefined for 204. */
export async function send(connection: Connection, call: Call): Promise<unknown> {
  const { retries = 3, maxWaitSeconds = 60 } = connection
  const canRepeat = repeatable.has(call.method) || call.idempotencyKey !== undefined
  for (let attempt = 0; ; attempt++) {
    const outcome = await tryOnce(connection, call)
    if ('body' in outcome) return outcome.body
    const { error } = outcome
    const mayRepeat = error instanceof PagebellError ? isWorthRepeating(error, canRepeat) : canRepeat
    const waitSeconds = (error instanceof PagebellError && error.retryAfterSeconds) || backoffSeconds(attempt)
    if (!mayRepeat || attempt >= retries || waitSeconds > maxWaitSeconds) throw error
    await sleep(waitSeconds * 1_000, call.signal)
  }
}

/** 429 is answered before anything is done. A 503 with the outcome "none" has done nothing either. */
function isWorthRepeating({ status, problem }: PagebellError, canRepeat: boolean): boolean {
  if (status === 429 || (status === 503 && problem?.['outcome'] === 'none')) return true
  return canRepeat && (status === 502 || status === 503 || status === 504)
}

type Outcome = { body: unknown } | { error: PagebellError | PagebellConnectionError }

async function tryOnce(connection: Connection, call: Call): Promise<Outcome> {
  const { token, timeoutMs = 30_000, fetch: fetchBy = fetch } = connection
  const { method, body, signal, idempotencyKey } = call
  const deadline = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetchBy(addressOf(connection.url, call), {
      method,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        ...call.headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: signal === undefined ? deadline : AbortSignal.any([signal, deadline]),
      // Another origin would receive the token.
      redirect: 'error',
    })
    return await readAnswer(response)
  } catch (error) {
    signal?.throwIfAborted()
    const reason = deadline.aborted ? `no answer within ${timeoutMs} ms` : messageOf(error)
    return { error: new PagebellConnectionError(`${connection.url} cannot be reached: ${reason}`, { cause: error }) }
  }
}

async function readAnswer(response: Response): Promise<Outcome> {
  const text = await response.text()
  const body = parsed(text)
  if (response.ok && (text === '' || body !== undefined)) return { body }
  const problem = isProblem(body) ? body : undefined
  const retryAfterSeconds = readRetryAfter(response.headers.get('retry-after'))
  const about = { text: text.slice(0, 200), ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) }
  return { error: new PagebellError(response.status, problem, about) }
}

function addressOf(url: string, { path, query = {} }: Call): string {
  const address = new URL(url.replace(/\/+$/, '') + path)
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) address.searchParams.set(name, String(value))
  }
  return address.href
}

/** Seconds (RFC 9110, 10.2.3): a number, or until a date. */
function readRetryAfter(value: string | null): number | undefined {
  if (value === null) return undefined
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1_000
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}

/** Half a second, doubled for each attempt, and up to as much again, so that many clients do not return together. */
const backoffSeconds = (attempt: number): number => 0.5 * 2 ** attempt * (1 + Math.random())

function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    signal?.addEventListener('abort', stop, { once: true })
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // A proxy's page, or nothing: the caller tells by the status.
    return undefined
  }
}

function isProblem(body: unknown): body is Problem {
  return typeof body === 'object' && body !== null && 'code' in body && 'detail' in body
}

const messageOf = (error: unknown): string => {
  const { message, cause } = error as Error
  return cause instanceof Error && cause.message !== '' ? `${message}: ${cause.message}` : message
}
