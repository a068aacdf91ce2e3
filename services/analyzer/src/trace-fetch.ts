import { inSpan, type Spanning } from '@pagebell/runtime/span'
import type { FetchSafely } from '@pagebell/safe-fetch/safe-fetcher'

/** A span for each fetch of a recorded analysis. Our trace id does not leave: what it names is nobody else's business. */
export function traceFetch(fetchSafely: FetchSafely): FetchSafely {
  return (url, request) => inSpan(fetching(url, request?.method ?? 'GET'), () => fetchSafely(url, request))
}

/** Names the host alone: a stranger's path or query may hold what is not ours to keep. */
function fetching(url: string, method: string): Spanning {
  const attributes = { 'http.request.method': method, 'server.address': URL.parse(url)?.hostname ?? 'unknown' }
  return { name: method, kind: 'client', attributes }
}
