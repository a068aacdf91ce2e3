import { setTimeout as pause } from 'node:timers/promises'
import type { History } from '../history.ts'
import type { Random } from '../random.ts'
import { type Answer, call } from './call.ts'
import { composeRequest, type Request } from './compose.ts'
import type { Account } from './sites.ts'

export type SubmitEndpoints = { name: string; url: string }[]

type Sending = {
  history: History
  random: Random
  /** Both intake copies and the gateway. */
  submitEndpoints: SubmitEndpoints
  accounts: Account[]
  stop: AbortSignal
  /** Mean pause of a client between two requests. */
  thinkTimeMs: number
}

/** Sends until stopped, and repeats requests without a conclusive response. */
export async function sendUntilStopped(sending: Sending): Promise<void> {
  const { random, stop, thinkTimeMs } = sending
  let repeat: Request | undefined
  while (!stop.aborted) {
    const request = repeat ?? nextRequest(sending)
    if (request !== undefined) {
      const answer = await sendOnce(sending, request)
      const unsure = answer === undefined || answer.status >= 500
      // Some refused requests are repeated unchanged: a refusal must leave no state.
      const again = unsure ? random.chance(0.8) : answer.status === 429 && random.chance(0.1)
      repeat = again && !request.site.leaving ? request : undefined
    }
    await pause(random.between(0, 2 * thinkTimeMs), undefined, { signal: stop }).catch(() => undefined)
  }
}

function nextRequest({ random, accounts }: Sending): Request | undefined {
  const sites = accounts.flatMap((account) => account.sites).filter((site) => !site.leaving)
  const site = random.pick(sites)
  if (site.source !== undefined && random.chance(0.3)) return composeRequest(random, site, site.source)
  const token = site.ended.length > 0 && random.chance(0.1) ? random.pick(site.ended) : site.token
  return token === undefined ? undefined : composeRequest(random, site, token)
}

/** Sends to a random endpoint. Returns undefined without a complete response. */
export function sendOnce(
  { history, random, submitEndpoints }: Pick<Sending, 'history' | 'random' | 'submitEndpoints'>,
  request: Request,
): Promise<Answer | undefined> {
  const { site, token, toSource, urls, action, idempotencyKey, dryRun, preflight, schedule } = request
  const endpoint = random.pick(submitEndpoints)
  const { account, project } = site
  const about = {
    account: account.name,
    project,
    endpoint: endpoint.name,
    token: token.name,
    action,
    ...(idempotencyKey && { key: idempotencyKey }),
    ...(dryRun && { dry_run: true }),
    ...(preflight && { preflight }),
    urls,
  }
  return call(
    history,
    'submit',
    about,
    {
      url: `${endpoint.url}/api/hooks/${token.secret}${toSource ? '' : '/submit'}${dryRun ? '?dry_run=1' : ''}`,
      method: 'POST',
      headers: idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey },
      body: { urls, action, ...(preflight && { preflight }), ...schedule },
    },
    ({ batch_id, results, quota }) => ({
      batch_id,
      quota,
      verdicts: Array.isArray(results) ? verdictsOf(urls, results, toSource) : undefined,
    }),
  )
}

type Result = { url: string; verdict: string }

/** The verdict on each URL that was sent. A source answers a URL that came twice once. */
function verdictsOf(urls: string[], results: Result[], isOfSource: boolean): string[] {
  if (!isOfSource) return results.map(({ verdict }) => verdict)
  const byUrl = new Map(results.map(({ url, verdict }) => [url, verdict]))
  return urls.map((url, index) => (urls.indexOf(url) < index ? 'duplicate' : (byUrl.get(url) ?? 'foreign')))
}
