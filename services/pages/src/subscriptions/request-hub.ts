import { FetchFailure } from '@pagebell/safe-fetch/fetch-failure'
import { redirectTarget } from '@pagebell/safe-fetch/redirect-target'
import type { FetchSafely } from '@pagebell/safe-fetch/safe-fetcher'

export type HubRequest = {
  hub: string
  mode: 'subscribe' | 'unsubscribe'
  topic: string
  callback: string
  secret: string
  leaseSeconds: number
}

const deadlineMs = 10_000
const maxRedirects = 3

/**
 * Asks a hub for a subscription, or for its end (WebSub section 5.1). Returns undefined once the hub has accepted it,
 * which it verifies later, else why it has not. Only 307 and 308 are followed, because only these keep the method and
 * the body. What the hub writes is not read.
 */
export async function requestHub(
  fetch: FetchSafely,
  { hub, mode, topic, callback, secret, leaseSeconds }: HubRequest,
  signal: AbortSignal,
): Promise<string | undefined> {
  const fields = { 'hub.mode': mode, 'hub.topic': topic, 'hub.callback': callback }
  const ofSubscription = { 'hub.secret': secret, 'hub.lease_seconds': String(leaseSeconds) }
  const body = new URLSearchParams({ ...fields, ...(mode === 'subscribe' && ofSubscription) }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const until = performance.now() + deadlineMs
  let url = hub
  try {
    for (let redirects = 0; ; redirects += 1) {
      const leftMs = Math.max(1, until - performance.now())
      const request = { method: 'POST', headers, body, redirects: 0, maxBytes: 0, deadlineMs: leftMs, signal }
      const response = await fetch(url, request)
      if (response.status >= 200 && response.status < 300) return undefined
      const target = response.status === 307 || response.status === 308 ? redirectTarget(response) : undefined
      if (target === undefined) return `The hub answers ${response.status}.`
      if (redirects === maxRedirects) return `The hub redirects more than ${maxRedirects} times.`
      url = target
    }
  } catch (error) {
    if (signal.aborted || !(error instanceof FetchFailure)) throw error
    return `The hub cannot be reached: ${hubFailures[error.reason]}`
  }
}

/** In place of the words for pages. */
const hubFailures: Record<FetchFailure['reason'], string> = {
  dns: 'its name is unknown.',
  refused: 'it breaks off the connection.',
  timeout: 'it does not answer in time.',
  tls: 'its certificate is not valid.',
  blocked_address: 'its address is not on the public web.',
  too_large: 'its answer is too long.',
  not_html: 'its answer cannot be read.',
  too_many_redirects: 'it redirects too often.',
}
