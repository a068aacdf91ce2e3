import type { Database, Queryable } from '@pagebell/postgres/database'
import type { Log } from '@pagebell/runtime/log'
import { type Repeated, repeat } from '@pagebell/runtime/repeat'
import { insertChecks } from '../checks/checks.sql.ts'
import { countLooks } from '../limits/limits.sql.ts'
import { findDueLooks, type LookingWatch, lockLookingWatch, lookChannel, postponeLooks } from './looks.sql.ts'

type PlannerTools = { db: Database; log: Log; runner: { now(): void }; pollMs: number; waitFactor: number }

/** So few at once that a webhook's pages of the same host wait for seconds. */
const looksAtOnce = 40
/** A look that is lost, with the limit of checks or a deleted check, is made again after so long. */
const lostAfterMs = 7_200_000
const againMs = 2_000
const overLimitMs = 3_600_000

/** Looks at the pages of watches whose dates are not trusted, a few of each at a time and all within a day. */
export function startLookPlanner({ db, log, runner, pollMs, waitFactor }: PlannerTools): Repeated {
  /** False if no watch has a page to look at. */
  async function planNext(): Promise<boolean> {
    return db.acrossAccounts().transaction(async (q) => {
      const watch = await lockLookingWatch(q)
      if (watch === undefined) return false
      await planLooks(q, watch, waitFactor)
      return true
    })
  }

  async function planAll(signal: AbortSignal): Promise<void> {
    let planned = 0
    while (!signal.aborted && (await planNext())) planned += 1
    if (planned > 0) runner.now()
  }

  return repeat(pollMs, planAll, log, 'the choice of pages to look at')
}

async function planLooks(q: Queryable, watch: LookingWatch, waitFactor: number): Promise<void> {
  const { account_id, project_id, project, looks_as: batch_id } = watch
  const due = await findDueLooks(q, watch, looksAtOnce)
  const allowed = due.length === 0 ? 0 : await countLooks(q, account_id, due.length)
  const looks = due.slice(0, allowed)
  const submitted_at = new Date().toISOString()
  const batch = { account_id, batch_id, project_id, project, channel: lookChannel, action: 'update', submitted_at }
  const urls = looks.map(({ url, url_hash }) => ({ url, urlHash: url_hash, host: new URL(url).host }))
  if (urls.length > 0) await insertChecks(q, batch, urls, { traceparent: undefined, dueAt: undefined })
  const isOverLimit = allowed < due.length
  await postponeLooks(q, watch, {
    hashes: looks.map(({ url_hash }) => url_hash),
    afterMs: lostAfterMs * waitFactor,
    againMs: (isOverLimit ? overLimitMs : againMs) * waitFactor,
  })
}
