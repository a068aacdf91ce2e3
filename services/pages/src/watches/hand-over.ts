import type { Database } from '@pagebell/postgres/database'
import type { RpcClient } from '@pagebell/rpc/connect-rpc'
import type { FoundUrls } from '@pagebell/rpc/contracts'
import type { Log } from '@pagebell/runtime/log'
import { type Repeated, repeat } from '@pagebell/runtime/repeat'
import { failingHandOver, handedOver, overdueHandOver, wantedUrls } from '../metrics.ts'
import { claimWanted, endHandOver, measureWanted, postponeHandOver, type WantedUrl } from './hand-over.sql.ts'

type HandOverTools = {
  db: Database
  log: Log
  intake: Pick<RpcClient<typeof FoundUrls>, 'keepFoundUrls'>
  pollMs: number
  waitFactor: number
}

const urlsAtOnce = 500
/** Longer than a call to intake takes, so that no URL is handed over by two copies. */
const claimMs = 60_000
/** Until another try after intake has failed. What it has kept, although its answer was lost, waits there once. */
const failedMs = 10_000
/** Until the waiting list of a project has room again. */
const fullMs = 60_000
/** The dedupe window of most installations. */
const laterMs = 600_000
const maxCounted = 100_000

/**
 * Hands what scans and looks have found to intake, which submits it when the quota has room. A page stays wanted until
 * intake has it; handed over twice, it waits there once.
 */
export function startHandOver({ db, log, intake, pollMs, waitFactor }: HandOverTools): Repeated {
  const across = db.acrossAccounts()
  let measured = { urls: 0, overdueSeconds: 0 }
  /** Each try moves the time at which URLs are due, so that `overdueSeconds` stays small while intake is away. */
  let failingSince: number | undefined

  async function handOver(urls: [WantedUrl, ...WantedUrl[]]): Promise<void> {
    const [{ account_id, project_id, project, action }] = urls
    const q = db.forAccount(account_id)
    const sent = { account_id, project_id, project, action, urls: urls.map(({ url }) => url) }
    const { outcome, later } = await intake.keepFoundUrls(sent)
    failingSince = undefined
    const isLater = new Set(later)
    if (outcome === 'full') return postponeHandOver(q, { account_id, project_id, urls }, fullMs * waitFactor)
    const taken = urls.filter((_, place) => !isLater.has(place))
    const left = urls.filter((_, place) => isLater.has(place))
    await endHandOver(q, { account_id, project_id, urls: taken })
    if (left.length > 0) await postponeHandOver(q, { account_id, project_id, urls: left }, laterMs * waitFactor)
    handedOver.add(taken.length, { 'pagebell.action': action })
  }

  /** If the database fails too, they are due when their claim ends. */
  async function tryAgainSoon(urls: [WantedUrl, ...WantedUrl[]]): Promise<void> {
    const [{ account_id, project_id }] = urls
    await postponeHandOver(db.forAccount(account_id), { account_id, project_id, urls }, failedMs * waitFactor)
  }

  async function handOverDue(signal: AbortSignal): Promise<void> {
    measured = await measureWanted(across, maxCounted)
    if (measured.urls === 0) {
      failingSince = undefined
      return
    }
    while (!signal.aborted) {
      const claimed = await claimWanted(across, { limit: urlsAtOnce, claimMs })
      if (claimed.length === 0) break
      for (const urls of Map.groupBy(claimed, ({ project_id, action }) => `${project_id} ${action}`).values())
        await handOver(urls as [WantedUrl, ...WantedUrl[]]).catch((error: unknown) => {
          failingSince ??= performance.now()
          log.warn({ err: error, urls: urls.length }, 'pages that a watch found are handed over later')
          return tryAgainSoon(urls as [WantedUrl, ...WantedUrl[]])
        })
    }
    measured = await measureWanted(across, maxCounted)
  }

  const repeated = repeat(pollMs, handOverDue, log, 'the handing over of found pages')
  const gauges = [
    wantedUrls.read(() => [{ value: measured.urls, labels: {} }]),
    overdueHandOver.read(() => [{ value: measured.overdueSeconds, labels: {} }]),
    failingHandOver.read(() => [{ value: secondsSince(failingSince), labels: {} }]),
  ]
  return {
    ...repeated,
    async [Symbol.asyncDispose]() {
      for (const gauge of gauges) gauge[Symbol.dispose]()
      await repeated[Symbol.asyncDispose]()
    },
  }
}

function secondsSince(time: number | undefined): number {
  return time === undefined ? 0 : (performance.now() - time) / 1000
}
