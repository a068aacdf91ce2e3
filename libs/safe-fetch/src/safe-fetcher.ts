import { parseRange } from './blocked-ranges.ts'
import { connectChecked, type TlsFacts } from './connect-checked.ts'
import type { Beyond } from './decode-body.ts'
import { FetchFailure } from './fetch-failure.ts'
import { checkAddress, judgeUrl, type Target } from './judge-url.ts'
import { redirectTarget } from './redirect-target.ts'
import { requestOnce } from './request-once.ts'
import { hostResolver, type ResolveHost } from './resolve-host.ts'

export type FetcherSettings = {
  userAgent: string
  /** CIDRs that may be reached although they are private, on any port. */
  allow?: readonly string[]
  /** host:port; the system's resolvers if empty. */
  dnsServers?: readonly string[]
  resolveHost?: ResolveHost
  budgets?: Partial<typeof defaultBudgets>
}
export type FetchRequest = {
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer
  signal?: AbortSignal
  /** Bytes after decompression; 0 reads status and headers alone. */
  maxBytes?: number
  /** For a longer body: a failure, or its beginning. */
  beyond?: Beyond
  /** Receives the body in pieces as they arrive, for a large one; that of the response is empty then. */
  onBody?: (piece: Buffer) => void
  /** For the whole request, from the first DNS lookup to the last byte. */
  deadlineMs?: number
  /** How many are followed; 0 returns the first one. */
  redirects?: number
  acceptAnyCertificate?: boolean
  /**
   * Called before each hop to another host, redirects included; the turn is disposed of when the hop has ended. Waiting for
   * it does not count towards `deadlineMs`, and ends when `signal` aborts.
   */
  takeTurn?: TakeTurn
}
/** `host` with its port, as in `URL.host`. */
export type TakeTurn = (host: string, signal?: AbortSignal) => Promise<Disposable>
export type Redirect = { from: string; to: string; status: number }
export type SafeResponse = {
  url: string
  redirects: Redirect[]
  status: number
  headers: [name: string, value: string][]
  body: Buffer
  /** Milliseconds; of the last hop, except `total`. */
  timings: { dns: number; connect: number; ttfb: number; total: number }
  tls: TlsFacts | null
  remoteAddress: string
}
export type FetchSafely = (url: string, request?: FetchRequest) => Promise<SafeResponse>

const defaultBudgets = { dnsMs: 5_000, connectMs: 5_000, firstByteMs: 10_000 }

/** An HTTP client that reaches only the public web; every failure is a FetchFailure with one of eight reasons. */
export function safeFetcher(settings: FetcherSettings): FetchSafely {
  const allow = (settings.allow ?? []).map((range) => parseRange(range))
  const budgets = { ...defaultBudgets, ...settings.budgets }
  const resolveHost = settings.resolveHost ?? hostResolver(settings.dnsServers ?? [], budgets.dnsMs)

  async function hop(target: Target, request: FetchRequest, signal: AbortSignal) {
    signal.throwIfAborted()
    const started = performance.now()
    const addresses = target.isLiteral ? [target.host] : await resolveHost(target.host, signal)
    for (const address of addresses) checkAddress(address, allow, target.mustBeAllowed)
    const dns = performance.now() - started
    const acceptAnyCertificate = request.acceptAnyCertificate ?? false
    const connecting = { target, addresses, allow, timeoutMs: budgets.connectMs, acceptAnyCertificate }
    const connection = await connectChecked(connecting, signal)
    const { url } = target
    const method = request.method ?? 'GET'
    const encoding = { 'accept-encoding': 'gzip, deflate, br, zstd' }
    const headers = { 'user-agent': settings.userAgent, accept: '*/*', ...encoding, ...request.headers }
    const { body, onBody, maxBytes = 10_000_000, beyond = 'refuse' } = request
    const { firstByteMs } = budgets
    const optional = { ...(body !== undefined && { body }), ...(onBody !== undefined && { onBody }) }
    const sent = { url, method, headers, maxBytes, beyond, firstByteMs, ...optional }
    const response = await requestOnce(connection, sent, signal)
    const { connectMs: connect, tls, remoteAddress } = connection
    return { ...response, url, timings: { dns, connect, ttfb: response.ttfbMs }, tls, remoteAddress }
  }

  /** Whatever a hostile response makes a library throw becomes a failure of the request, not of the process. */
  async function hopOrFailure(target: Target, request: FetchRequest, signal: AbortSignal) {
    try {
      return await hop(target, request, signal)
    } catch (error) {
      if (signal.aborted) throw signal.reason
      if (error instanceof FetchFailure) throw error
      throw new FetchFailure('refused', 'The answer of the server cannot be read.', error)
    }
  }

  return async (href, request = {}) => {
    const started = performance.now()
    using deadline = startDeadline(request.deadlineMs ?? 15_000)
    const signal = request.signal === undefined ? deadline.signal : AbortSignal.any([deadline.signal, request.signal])
    const maxRedirects = request.redirects ?? 5
    const redirects: Redirect[] = []
    let turn: { host: string; held: Disposable } | undefined
    let waitedMs = 0

    async function takeTurnAt(host: string): Promise<void> {
      if (request.takeTurn === undefined || turn?.host === host) return
      turn?.held[Symbol.dispose]()
      turn = undefined
      const began = performance.now()
      deadline.pause()
      turn = { host, held: await request.takeTurn(host, request.signal) }
      deadline.resume()
      waitedMs += performance.now() - began
    }

    try {
      let asked = request
      for (let next = href; ; ) {
        const target = judgeUrl(next, allow)
        await takeTurnAt(target.url.host)
        const { url, ttfbMs: _, timings, ...response } = await hopOrFailure(target, asked, signal)
        const to = maxRedirects === 0 ? undefined : redirectTarget({ ...response, url: url.href })
        if (to === undefined) {
          const total = performance.now() - started - waitedMs
          return { ...response, url: url.href, redirects, timings: { ...timings, total } }
        }
        if (redirects.length >= maxRedirects) {
          throw new FetchFailure('too_many_redirects', `More than ${maxRedirects} redirects.`)
        }
        redirects.push({ from: url.href, to, status: response.status })
        if (URL.parse(to)?.origin !== url.origin) asked = { ...asked, headers: withoutCredentials(asked.headers) }
        next = to
      }
    } finally {
      turn?.held[Symbol.dispose]()
    }
  }
}

/** Not sent to another origin after a redirect (Fetch standard, section 4.4, HTTP-redirect fetch). */
const credentials = new Set(['authorization', 'cookie', 'proxy-authorization'])

function withoutCredentials(headers: Record<string, string> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !credentials.has(name.toLowerCase())))
}

/** Aborts with the reason `timeout` once the time has passed, pauses excluded. */
function startDeadline(deadlineMs: number) {
  const controller = new AbortController()
  const late = () => controller.abort(new FetchFailure('timeout', 'The page took too long.'))
  let leftMs = deadlineMs
  let since = performance.now()
  let timer = setTimeout(late, leftMs)
  return {
    signal: controller.signal,
    pause() {
      clearTimeout(timer)
      leftMs -= performance.now() - since
    },
    resume() {
      since = performance.now()
      timer = setTimeout(late, Math.max(0, leftMs))
    },
    [Symbol.dispose]: () => clearTimeout(timer),
  }
}
