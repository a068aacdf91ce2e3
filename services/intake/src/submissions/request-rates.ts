import type { DedupeLookup, LookupRequest } from './commit.ts'

/** Requests are counted over this time. */
export const rateWindowMs = 10_000

export type CountedCall = { request: LookupRequest; lookup: DedupeLookup }

/** A counter, how much it allows in a window, and the requests that it counts. */
export type RateCounter = { key: string; allowed: number; calls: CountedCall[] }

/** The counters of a batch of requests: one for each token and, if the plan has a limit, one for its account. */
export function rateCounters(calls: CountedCall[], perToken: number): RateCounter[] {
  const window = Math.floor(Date.now() / rateWindowMs)
  const ofTokens = [
    ...Map.groupBy(
      calls,
      ({ request: { accountId, tokenHash } }) => `rate:{${accountId}}:${tokenHash.toString('base64url')}:${window}`,
    ),
  ].map(([key, calls]) => ({ key, allowed: inWindow(perToken), calls }))
  const limited = calls.filter(({ request }) => request.requestsPerMinute !== null)
  const ofAccounts = [...Map.groupBy(limited, ({ request: { accountId } }) => `rate:{${accountId}}:${window}`)].map(
    ([key, calls]) => ({ key, allowed: inWindow(calls[0]?.request.requestsPerMinute ?? perToken), calls }),
  )
  return [...ofTokens, ...ofAccounts]
}

/** Counts in this process, for the time when Redis is unavailable. Returns the count of the current window. */
export function countLocally(): (key: string) => number {
  const counts = new Map<string, number>()
  let current = 0
  return (key) => {
    const window = Math.floor(Date.now() / rateWindowMs)
    if (window !== current) counts.clear()
    current = window
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return count
  }
}

const inWindow = (perMinute: number): number => Math.ceil((perMinute * rateWindowMs) / 60_000)
