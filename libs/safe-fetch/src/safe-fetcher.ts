import { parseRange } from './blocked-ranges.ts'
import { connectChecked, type TlsFacts } from './connect-checked.ts'
import type { Beyond } from './decode-body.ts'
import { FetchFailure } from './fetch-failure.ts'
import { checkAddress, judgeUrl } from './judge-url.ts'
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
}
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

  async function hop(href: string, request: FetchRequest, signal: AbortSignal) {
    signal.throwIfAborted()
    const target = judgeUrl(href, allow)
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

  return async (href, request = {}) => {
    const started = performance.now()
    const deadline = new AbortController()
    const late = () => deadline.abort(new FetchFailure('timeout', 'The page took too long.'))
    const timer = setTimeout(late, request.deadlineMs ?? 15_000)
    const signal = request.signal === undefined ? deadline.signal : AbortSignal.any([deadline.signal, request.signal])
    const most = request.redirects ?? 5
    const redirects: Redirect[] = []
    try {
      for (let next = href; ; ) {
        const { url, ttfbMs: _, timings, ...response } = await hop(next, request, signal)
        const to = most === 0 ? undefined : redirectTarget({ ...response, url: url.href })
        if (to === undefined) {
          const total = performance.now() - started
          return { ...response, url: url.href, redirects, timings: { ...timings, total } }
        }
        if (redirects.length >= most) throw new FetchFailure('too_many_redirects', `More than ${most} redirects.`)
        redirects.push({ from: url.href, to, status: response.status })
        next = to
      }
    } finally {
      clearTimeout(timer)
    }
  }
}
