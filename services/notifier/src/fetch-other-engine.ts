import { inSpan } from '@pagebell/runtime/span'
import { FetchFailure } from '@pagebell/safe-fetch/fetch-failure'
import { type FetcherSettings, safeFetcher } from '@pagebell/safe-fetch/safe-fetcher'
import type { EngineFetch } from './channel.ts'
import { engineSpan } from './fetch-engine.ts'

/** What is read of an answer, as of the operator's own engines: its JSON is parsed on the event loop. */
const mostBytes = 64 * 1024

/** Requests to endpoints that customers have set: they could name any address, so the public web alone is reached. */
export function otherEngineFetcher(reach: FetcherSettings, timeoutMs: number): EngineFetch {
  const fetch = safeFetcher(reach)
  return (url, { method, headers, body }) =>
    inSpan(engineSpan(url, method), async () => {
      const sent = {
        method,
        headers,
        deadlineMs: timeoutMs,
        maxBytes: mostBytes,
        beyond: 'leave' as const,
        redirects: 0,
      }
      const answer = await fetch(url, { ...sent, ...(body !== undefined && { body }) })
      return {
        status: answer.status,
        header: (name) => answer.headers.find(([known]) => known.toLowerCase() === name)?.[1],
        text: answer.body.toString('utf8'),
      }
    })
}

export const isBlocked = (error: unknown): boolean =>
  error instanceof FetchFailure && error.reason === 'blocked_address'
