import type { Outbox } from '@pagebell/outbox/outbox'
import type { Database } from '@pagebell/postgres/database'
import type { Log } from '@pagebell/runtime/log'
import { type Repeated, repeat } from '@pagebell/runtime/repeat'
import type { FetchSafely } from '@pagebell/safe-fetch/safe-fetcher'
import { releaseChecks } from '../checks/checks.sql.ts'
import { endedWaits } from '../metrics.ts'
import { claimDueWaits, type DueWait, type EndOfWait, endWait } from './deploy-waits.sql.ts'
import { skipBatch } from './skip-batch.ts'

type WaitTools = {
  db: Database
  fetch: FetchSafely
  outbox: Pick<Outbox, 'flush'>
  log: Log
  /** Starts checks that have become due. */
  runner: { now(): void }
  pollMs: number
  /** From one request for a URL to the next. */
  requestMs: number
}

const urlsAtOnce = 32
const urlsPerAccount = 4
const deadlineMs = 8_000
const maxBytes = 65_536
const redirects = 3

/** Requests the URLs that batches wait for, and has their pages checked once it is time. */
export function startWaitRunner(tools: WaitTools): Repeated {
  const { db, log, pollMs, requestMs } = tools
  const claim = { urls: urlsAtOnce, urlsPerAccount, afterMs: requestMs }

  async function runDue(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const waits = await claimDueWaits(db.acrossAccounts(), claim)
      if (waits.length === 0) return
      const ofUrls = Map.groupBy(waits, ({ account_id, url }) => `${account_id} ${url}`)
      await Promise.all([...ofUrls.values()].map((ofUrl) => lookOnce(tools, ofUrl as [DueWait, ...DueWait[]])))
    }
  }

  return repeat(pollMs, runDue, log, 'the requests of waits for deploys')
}

/** Requests the URL of some waits once, and ends those whose text is there or whose time has passed. */
async function lookOnce(tools: WaitTools, waits: [DueWait, ...DueWait[]]): Promise<void> {
  const text = await readText(tools, waits[0].url)
  for (const wait of waits) {
    if (text.includes(wait.contains)) await end(tools, wait, 'seen')
    else if (wait.is_over) await end(tools, wait, 'over')
  }
}

/** The answer's text; empty if there is none. A cache on the way is asked to look for itself. */
async function readText({ fetch, log }: WaitTools, url: string): Promise<string> {
  try {
    const request = {
      headers: { 'cache-control': 'no-cache' },
      deadlineMs,
      maxBytes,
      beyond: 'leave',
      redirects,
    } as const
    const { status, body } = await fetch(url, request)
    return status === 200 ? body.toString('utf8') : ''
  } catch (error) {
    // A site may be away while it is deployed: the next request is soon.
    log.debug({ err: error, host: URL.parse(url)?.host }, 'a page that a batch waits for has not answered')
    return ''
  }
}

async function end({ db, outbox, runner }: WaitTools, wait: DueWait, how: EndOfWait): Promise<void> {
  const { account_id: accountId, batch_id: batchId, over } = wait
  const isDropped = how === 'over' && over === 'drop'
  await db.forAccount(accountId).transaction(async (q) => {
    if (!(await endWait(q, accountId, batchId, how))) return
    if (isDropped) await skipBatch(q, wait)
    else await releaseChecks(q, accountId, batchId)
  })
  endedWaits.add(1, { 'pagebell.outcome': isDropped ? 'dropped' : how })
  runner.now()
  if (isDropped) outbox.flush()
}
