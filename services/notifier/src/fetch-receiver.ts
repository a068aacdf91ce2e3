import { inSpan } from '@pagebell/runtime/span'
import { type FetcherSettings, safeFetcher } from '@pagebell/safe-fetch/safe-fetcher'
import { engineSpan } from './fetch-engine.ts'

/** What is kept of a receiver's words. */
const mostBytes = 2_048

export type ReceiverAnswer = { status: number; retryAfter: string | undefined; text: string }
export type ReceiverFetch = (url: string, headers: Record<string, string>, body: string) => Promise<ReceiverAnswer>

/** Posts to addresses that customers have set: the public web alone is reached, and no redirect is followed. */
export function receiverFetcher(reach: FetcherSettings, timeoutMs: number): ReceiverFetch {
  const fetch = safeFetcher({ ...reach, budgets: { firstByteMs: timeoutMs } })
  return (url, headers, body) =>
    inSpan(engineSpan(url, 'POST'), async () => {
      const sent = { 'content-type': 'application/json', 'accept-encoding': 'identity', ...headers }
      const limits = { deadlineMs: timeoutMs, maxBytes: mostBytes, beyond: 'leave' as const, redirects: 0 }
      const answer = await fetch(url, { method: 'POST', headers: sent, body, ...limits })
      const retryAfter = answer.headers.find(([name]) => name.toLowerCase() === 'retry-after')?.[1]
      return { status: answer.status, retryAfter, text: answer.body.toString('utf8') }
    })
}
