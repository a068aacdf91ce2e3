import type { FetchSafely } from '@pagebell/safe-fetch/safe-fetcher'
import { oneAtATime } from './one-at-a-time.ts'

/** One connection a host at a time, whatever number of analyses run: a report must not feel like an attack. */
export function politeFetch(fetchSafely: FetchSafely): FetchSafely {
  const inTurn = oneAtATime()
  return (url, request) => inTurn(hostOf(url), () => fetchSafely(url, request))
}

/** What cannot be parsed is refused by the client itself, with its reason. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : ''
}
