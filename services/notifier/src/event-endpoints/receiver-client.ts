import { inSpan } from '@pagebell/runtime/span'
import { type FetcherSettings, safeFetcher } from '@pagebell/safe-fetch/safe-fetcher'
import { readRetryAfter } from '../channels/engine-response.ts'
import { requestSpan } from '../engines/clients.ts'

/** What is kept of a receiver's response body. */
const maxBodyBytes = 2_048

export type ReceiverResponse = { status: number; retryAfter: string | undefined; text: string }
export type ReceiverFetch = (url: string, headers: Record<string, string>, body: string) => Promise<ReceiverResponse>

/**
 * What a receiver's response means; `reason` is absent for success. `gone`: the endpoint is disabled; `final`: this event
 * is not sent again.
 */
export type ReceiverResult = { reason?: string; gone?: true; final?: true; afterSeconds?: number }

/** Posts to addresses that customers have set: only the public web is reached, and no redirect is followed. */
export function createReceiverClient(reach: FetcherSettings, timeoutMs: number): ReceiverFetch {
  const fetch = safeFetcher({ ...reach, budgets: { firstByteMs: timeoutMs } })
  return (url, headers, body) =>
    inSpan(requestSpan(url, 'POST'), async () => {
      const sent = { 'content-type': 'application/json', 'accept-encoding': 'identity', ...headers }
      const limits = { deadlineMs: timeoutMs, maxBytes: maxBodyBytes, beyond: 'leave' as const, redirects: 0 }
      const response = await fetch(url, { method: 'POST', headers: sent, body, ...limits })
      const retryAfter = response.headers.find(([name]) => name.toLowerCase() === 'retry-after')?.[1]
      return { status: response.status, retryAfter, text: response.body.toString('utf8') }
    })
}

/** Only 2xx is success. Redirects are not followed; 410 means that the receiver wants no more events. */
export function readReceiverResponse({ status, retryAfter }: ReceiverResponse): ReceiverResult {
  if (status >= 200 && status <= 299) return {}
  if (status === 410) return { reason: 'gone', gone: true }
  if (status >= 300 && status <= 399) return { reason: 'redirect_not_followed' }
  return { reason: `http_${status}`, ...readRetryAfter(retryAfter) }
}
