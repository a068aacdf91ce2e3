import { FetchFailure } from '@pagebell/safe-fetch/fetch-failure'
import { redirectTarget } from '@pagebell/safe-fetch/redirect-target'
import type { SafeResponse } from '@pagebell/safe-fetch/safe-fetcher'
import { NoTurn, type PoliteFetch, type PoliteRequest } from './polite-fetch.ts'

/** What a report may ask beside its page, whatever the site answers. */
export const mostRequests = 30
const mostMs = 20_000
const mostRedirects = 5

/** Nothing more may be asked: the requests of the report, or its time, are used up. */
export class PlanSpent extends Error {
  override name = 'PlanSpent'
}

export type FetchPlan = Disposable & {
  /**
   * Follows redirects, each of which is a request of its own. Throws a FetchFailure, or PlanSpent, also where the host had
   * no turn for it in time.
   */
  ask(url: string, request: Omit<PoliteRequest, 'signal' | 'redirects'>): Promise<SafeResponse>
  /** Which of the two was used up, if something was left out for it. */
  spent(): 'requests' | 'time' | null
}

/** The one budget that every second request of a report draws from; its time begins here. */
export function startFetchPlan(
  fetchSafely: PoliteFetch,
  limits: { requests?: number; totalMs?: number } = {},
): FetchPlan {
  const { requests = mostRequests, totalMs = mostMs } = limits
  const end = new AbortController()
  const over = Promise.withResolvers<never>()
  // Nobody may be waiting when the time is over.
  over.promise.catch(() => {})
  const timer = setTimeout(() => finish('time'), totalMs)
  let left = requests
  let spent: 'requests' | 'time' | null = null

  function finish(by: 'requests' | 'time'): PlanSpent {
    spent ??= by
    const error = new PlanSpent(`The ${by} of the report are used up.`)
    if (by === 'time') {
      end.abort(error)
      over.reject(error)
    }
    return error
  }

  async function askOnce(url: string, request: PoliteRequest): Promise<SafeResponse> {
    end.signal.throwIfAborted()
    if (left === 0) throw finish('requests')
    left -= 1
    // A request may stand in line behind those of other reports to the same host: the wait ends, too.
    try {
      return await Promise.race([fetchSafely(url, { ...request, redirects: 0, signal: end.signal }), over.promise])
    } catch (error) {
      if (!(error instanceof NoTurn)) throw error
      spent ??= 'time'
      throw new PlanSpent(error.message)
    }
  }

  return {
    async ask(url, request) {
      for (let hops = 0, next = url; ; hops += 1) {
        const response = await askOnce(next, request)
        const target = redirectTarget(response)
        if (target === undefined) return response
        if (hops === mostRedirects) {
          throw new FetchFailure('too_many_redirects', `More than ${mostRedirects} redirects.`)
        }
        next = target
      }
    },
    spent: () => spent,
    [Symbol.dispose]: () => clearTimeout(timer),
  }
}
