import { setTimeout as pause } from 'node:timers/promises'
import type { History } from '../history.ts'
import type { Random } from '../random.ts'
import { type Answer, call } from './call.ts'
import { composeRequest, type Request } from './compose.ts'
import type { Account } from './sites.ts'

export type Doors = { name: string; url: string }[]

type Sending = {
  history: History
  random: Random
  /** Where webhooks are taken in: both intakes, and the gateway. */
  doors: Doors
  accounts: Account[]
  stop: AbortSignal
  /** Milliseconds that a client rests between two requests, on average. */
  restMs: number
}

/** One sender: as long as it is not told to stop, it sends, and repeats what it is not sure of. */
export async function sendUntilStopped(sending: Sending): Promise<void> {
  const { random, stop, restMs } = sending
  let repeat: Request | undefined
  while (!stop.aborted) {
    const request = repeat ?? nextRequest(sending)
    if (request !== undefined) {
      const answer = await sendOnce(sending, request)
      const unsure = answer === undefined || answer.status >= 500
      // A refusal may be repeated as it was, too: nothing of it may have stuck.
      const again = unsure ? random.chance(0.8) : answer.status === 429 && random.chance(0.1)
      repeat = again && !request.site.leaving ? request : undefined
    }
    await pause(random.between(0, 2 * restMs), undefined, { signal: stop }).catch(() => undefined)
  }
}

function nextRequest({ random, accounts }: Sending): Request | undefined {
  const sites = accounts.flatMap((account) => account.sites).filter((site) => !site.leaving)
  const site = random.pick(sites)
  const token = site.ended.length > 0 && random.chance(0.1) ? random.pick(site.ended) : site.token
  return token === undefined ? undefined : composeRequest(random, site, token)
}

/** Sends it through any of the doors; undefined when no whole answer came. */
export function sendOnce(
  { history, random, doors }: Pick<Sending, 'history' | 'random' | 'doors'>,
  request: Request,
): Promise<Answer | undefined> {
  const { site, token, urls, action, idempotencyKey, dryRun } = request
  const door = random.pick(doors)
  const { account, project } = site
  const about = {
    account: account.name,
    project,
    door: door.name,
    token: token.name,
    action,
    ...(idempotencyKey && { key: idempotencyKey }),
    ...(dryRun && { dry_run: true }),
    urls,
  }
  return call(
    history,
    'submit',
    about,
    {
      url: `${door.url}/api/hooks/${token.secret}/submit${dryRun ? '?dry_run=1' : ''}`,
      method: 'POST',
      headers: idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey },
      body: { urls, action },
    },
    ({ batch_id, results, quota }) => ({
      batch_id,
      quota,
      verdicts: Array.isArray(results) ? results.map((one: { verdict: string }) => one.verdict) : undefined,
    }),
  )
}
