import { createFairSlots } from '@pagebell/fair-queue/fair-slots'
import { FetchFailure } from '@pagebell/safe-fetch/fetch-failure'
import type { FetchRequest, FetchSafely, SafeResponse } from '@pagebell/safe-fetch/safe-fetcher'

/** `turnMs`: how long a host may keep the request waiting for its turn; the deadline begins after that. */
export type PoliteRequest = FetchRequest & { turnMs?: number }
export type PoliteFetch = (url: string, request?: PoliteRequest) => Promise<SafeResponse>

/** The host was busy with the requests of other reports all the time: nothing was asked. */
export class NoTurn extends FetchFailure {
  override name = 'NoTurn'

  constructor(host: string) {
    super('timeout', `${host} was busy with other reports.`)
  }
}

/**
 * Nobody who waits in front of a page holds it up for longer: what a report asks beside its page gives up sooner, and of
 * whole reports of one host one is under way (`release_runs` of the report service).
 */
const longestTurnMs = 60_000

/**
 * One connection a host at a time, whatever number of analyses run and wherever redirects lead: a report must not feel
 * like an attack. Rejects with NoTurn when the host has no turn for the request in time.
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

  return (url, { turnMs = longestTurnMs, ...request } = {}) =>
    fetchSafely(url, { ...request, takeTurn: (host, signal) => takeTurn(host, turnMs, signal) })
}
