import { createFairSlots } from '@pagebell/fair-queue/fair-slots'
import { inSpan } from '@pagebell/runtime/span'
import { FetchFailure } from '@pagebell/safe-fetch/fetch-failure'
import type { FetchRequest, FetchSafely, SafeResponse } from '@pagebell/safe-fetch/safe-fetcher'

/** `turnMs`: how long the request may wait for its turn at the host; the deadline starts after that. */
export type PoliteRequest = FetchRequest & { turnMs?: number }
export type PoliteFetch = (url: string, request?: PoliteRequest) => Promise<SafeResponse>

/** The host was busy with other reports' requests for the whole wait; no request was sent. */
export class NoTurn extends FetchFailure {
  override name = 'NoTurn'

  constructor(host: string) {
    super('timeout', `${host} was busy with other reports.`)
  }
}

/**
 * No page waits longer than this for other requests to its host: probes give up sooner, and of the reports of one host a
 * single one is in progress (`release_runs` of the report service).
 */
const maxTurnWaitMs = 60_000

/**
 * One connection per host at a time, however many analyses run and wherever redirects lead, so that a report does not
 * look like an attack. Rejects with NoTurn when the host has no free turn in time.
 */
export function politeFetch(fetchSafely: FetchSafely): PoliteFetch {
  const hosts = createFairSlots({ slots: Number.POSITIVE_INFINITY, slotsPerKey: 1 })

  async function takeTurn(host: string, turnMs: number, signal?: AbortSignal): Promise<Disposable> {
    const tooLate = new AbortController()
    const timer = setTimeout(() => tooLate.abort(new NoTurn(host)), turnMs)
    try {
      return await hosts.take(host, signal ? AbortSignal.any([signal, tooLate.signal]) : tooLate.signal)
    } finally {
      clearTimeout(timer)
    }
  }

  return (url, { turnMs = maxTurnWaitMs, ...request } = {}) =>
    fetchSafely(url, { ...request, takeTurn: (host, signal) => takeTurn(host, turnMs, signal) })
}

/**
 * Records a span for each request of a traced analysis. The trace id is not sent to the site, and the span names the host
 * alone: a path or query may hold personal data.
 */
export function traceFetch(fetchSafely: PoliteFetch): PoliteFetch {
  return (url, request) => {
    const method = request?.method ?? 'GET'
    const attributes = { 'http.request.method': method, 'server.address': URL.parse(url)?.hostname ?? 'unknown' }
    return inSpan({ name: method, kind: 'client', attributes }, () => fetchSafely(url, request))
  }
}
