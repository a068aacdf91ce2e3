import { inSpan, type Spanning } from '@pagebell/runtime/span'
import type { PoliteFetch } from './polite-fetch.ts'

/** A span for each fetch of a recorded analysis. Our trace id does not leave: what it names is nobody else's business. */
export function traceFetch(fetchSafely: PoliteFetch): PoliteFetch {
  return (url, request) => inSpan(fetching(url, request?.method ?? 'GET'), () => fetchSafely(url, request))
}

/** Names the host alone: a stranger's path or query may hold what is not ours to keep. */
function fetching(url: string, method: string): Spanning {
  const attributes = { 'http.request.method': method, 'server.address': URL.parse(url)?.hostname ?? 'unknown' }
  return { name: method, kind: 'client', attributes }
}
