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
  /** host:port; the system's resolver where none is given. */
  dnsServers?: readonly string[]
  resolveHost?: ResolveHost
  budgets?: Partial<typeof defaultBudgets>
}
export type FetchRequest = {
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer
  signal?: AbortSignal
  /** 0 asks for the status and the headers alone. */
  maxBytes?: number
  /** What becomes of a longer body: a failure, or its beginning. */
  beyond?: Beyond
  /** For everything, from the first look-up to the last byte. */
  deadlineMs?: number
  /** How many are followed; 0 hands the first one back. */
  redirects?: number
  acceptAnyCertificate?: boolean
  /**
   * Called before each hop to another host, redirects included; the turn is disposed of when the hop to that host has
   * ended. The wait for it does not count towards `deadlineMs`; `signal` ends it.
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
  /** Milliseconds; of the last hop, but for `total`. */
  timings: { dns: number; connect: number; ttfb: number; total: number }
  tls: TlsFacts | null
  remoteAddress: string
}
export type FetchSafely = (url: string, request?: FetchRequest) => Promise<SafeResponse>

const defaultBudgets = { dnsMs: 5_000, connectMs: 5_000, firstByteMs: 10_000 }

/** A client that reaches the public web and nothing else; every failure is a FetchFailure with one of eight reasons. */
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
    const wanted = { target, addresses, allow, timeoutMs: budgets.connectMs, acceptAnyCertificate }
    const connection = await connectChecked(wanted, signal)
    const { url } = target
    const method = request.method ?? 'GET'
    const encoding = { 'accept-encoding': 'gzip, deflate, br, zstd' }
    const headers = { 'user-agent': settings.userAgent, accept: '*/*', ...encoding, ...request.headers }
    const { body, maxBytes = 10_000_000, beyond = 'refuse' } = request
    const { firstByteMs } = budgets
    const sent = { url, method, headers, maxBytes, beyond, firstByteMs, ...(body === undefined ? {} : { body }) }
    const response = await requestOnce(connection, sent, signal)
    const { connectMs: connect, tls, remoteAddress } = connection
    return { ...response, url, timings: { dns, connect, ttfb: response.ttfbMs }, tls, remoteAddress }
  }

  /** What a stranger's server can make any library throw is a failure of its page, never of this process. */
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
    const most = request.redirects ?? 5
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
        const to = most === 0 ? undefined : redirectTarget({ ...response, url: url.href })
        if (to === undefined) {
          const total = performance.now() - started - waitedMs
          return { ...response, url: url.href, redirects, timings: { ...timings, total } }
        }
        if (redirects.length >= most) throw new FetchFailure('too_many_redirects', `More than ${most} redirects.`)
        redirects.push({ from: url.href, to, status: response.status })
        if (URL.parse(to)?.origin !== url.origin) asked = { ...asked, headers: withoutCredentials(asked.headers) }
        next = to
      }
    } finally {
      turn?.held[Symbol.dispose]()
    }
  }
}

/** Fetch standard, section 4.4 (HTTP-redirect fetch): they were meant for the origin that was asked first. */
const credentials = new Set(['authorization', 'cookie', 'proxy-authorization'])

function withoutCredentials(headers: Record<string, string> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !credentials.has(name.toLowerCase())))
}

/** Aborts with the reason `timeout` after so much time, pauses left out. */
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
