import { safeFetcher } from '@pagebell/safe-fetch/safe-fetcher'
import type { SiteFetch } from './channel.ts'

/** Longer than any key: what is more can only be wrong. */
const MOST_BYTES = 64 * 1024

/** Reads a file of a customer's site, which may name any address: only the public web is reached. By default no redirect is followed. */
export function siteFetcher(reach: { allow: string[]; dnsServers: string[]; userAgent: string }): SiteFetch {
  const fetch = safeFetcher(reach)
  return async (url, { redirects = 0, maxBytes = MOST_BYTES, deadlineMs = 10_000 } = {}) => {
    const answer = await fetch(url, { redirects, maxBytes, deadlineMs })
    const contentType = answer.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
    return { status: answer.status, contentType, body: answer.body.toString('utf8') }
  }
}
