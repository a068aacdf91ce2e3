import { FetchFailure } from '@pagebell/safe-fetch/fetch-failure'
import { redirectTarget } from '@pagebell/safe-fetch/redirect-target'
import type { SafeResponse } from '@pagebell/safe-fetch/safe-fetcher'
import { NoTurn, type PoliteFetch, type PoliteRequest } from './polite-fetch.ts'

/** Limits of the requests that a report makes besides its page, whatever the site answers. */
export const maxRequests = 30
const maxMs = 20_000
const maxRedirects = 5

/** No further request may be made: the report's request count or its time is exhausted. */
export class BudgetExhausted extends Error {
  override name = 'BudgetExhausted'
}

export type FetchPlan = Disposable & {
  /**
   * Follows redirects; each counts as a request. Throws a FetchFailure, or BudgetExhausted, also where the host had no
   * free turn in time.
   */
  fetch(url: string, request: Omit<PoliteRequest, 'signal' | 'redirects'>): Promise<SafeResponse>
  /** Which budget was exhausted, if a request was refused for it. */
  exhausted(): 'requests' | 'time' | null
}

/** The budget that all requests of a report besides its page share; its time starts now. */
export function startFetchPlan(
  fetchSafely: PoliteFetch,
  limits: { requests?: number; totalMs?: number } = {},
): FetchPlan {
  const { requests = maxRequests, totalMs = maxMs } = limits
  const end = new AbortController()
  const over = Promise.withResolvers<never>()
  // The time may run out while no request is pending.
  over.promise.catch(() => {})
  const timer = setTimeout(() => exhaust('time'), totalMs)
  let left = requests
  let exhausted: 'requests' | 'time' | null = null

  function exhaust(budget: 'requests' | 'time'): BudgetExhausted {
    exhausted ??= budget
    const error = new BudgetExhausted(`The ${budget} of the report are used up.`)
    if (budget === 'time') {
      end.abort(error)
      over.reject(error)
    }
    return error
  }

  async function fetchOnce(url: string, request: PoliteRequest): Promise<SafeResponse> {
    end.signal.throwIfAborted()
    if (left === 0) throw exhaust('requests')
    left -= 1
    // The request may be queued behind other reports' requests to the same host: that wait ends with the time, too.
    try {
      return await Promise.race([fetchSafely(url, { ...request, redirects: 0, signal: end.signal }), over.promise])
    } catch (error) {
      if (!(error instanceof NoTurn)) throw error
      exhausted ??= 'time'
      throw new BudgetExhausted(error.message)
    }
  }

  return {
    async fetch(url, request) {
      for (let hops = 0, next = url; ; hops += 1) {
        const response = await fetchOnce(next, request)
        const target = redirectTarget(response)
        if (target === undefined) return response
        if (hops === maxRedirects) {
          throw new FetchFailure('too_many_redirects', `More than ${maxRedirects} redirects.`)
        }
        next = target
      }
    },
    exhausted: () => exhausted,
    [Symbol.dispose]: () => clearTimeout(timer),
  }
}
