import type { Database } from '@pagebell/postgres/database'
import type { Log } from '@pagebell/runtime/log'
import { repeat } from '@pagebell/runtime/repeat'
import { unloggedRequests } from '../metrics.ts'
import { insertRequests } from './requests.sql.ts'
import { mergeKey, mergeRequests, type WebhookRequest } from './webhook-request.ts'

export type RequestLog = AsyncDisposable & {
  /** Takes a call that has been answered; written within a second or two. */
  add(request: WebhookRequest): void
}

const flushMs = 1_000
/** Rows of one project within a flush; further calls are merged with those that have the same `mergeKey`. */
const rowsPerProject = 20
/** Merged rows of one project within a flush; a sender may invent addresses and agents. */
const mergedRowsPerProject = 30
/** Rows in memory, while the database does not answer or more projects call than can be written. */
const maxRows = 10_000
const rowsPerStatement = 1_000

/** The calls of a project since the last flush. */
type Recent = { rows: WebhookRequest[]; merged: Map<string, number> }

/**
 * Collects calls in memory and writes them in groups, so that a call costs the webhook next to nothing and a flood of
 * calls a bounded number of rows. Calls that cannot be kept are counted, never waited for.
 */
export function startRequestLog({ db, log }: { db: Database; log: Log }): RequestLog {
  const q = db.acrossAccounts()
  let recent = new Map<string, Recent>()
  let held = 0
  /** Collected and not written yet, oldest first. */
  let waiting: WebhookRequest[] = []

  function add(request: WebhookRequest): void {
    const of = recent.get(request.projectId) ?? { rows: [], merged: new Map<string, number>() }
    const key = of.rows.length < rowsPerProject ? undefined : mergeKey(request)
    const place = key === undefined ? undefined : of.merged.get(key)
    const same = place === undefined ? undefined : of.rows[place]
    if (place !== undefined && same !== undefined) {
      of.rows[place] = mergeRequests(same, request)
      return
    }
    if (held >= maxRows || of.rows.length >= rowsPerProject + mergedRowsPerProject) {
      unloggedRequests.add(1, {})
      return
    }
    if (key !== undefined) of.merged.set(key, of.rows.length)
    of.rows.push(request)
    held += 1
    recent.set(request.projectId, of)
  }

  async function flush(): Promise<void> {
    waiting = [...waiting, ...[...recent.values()].flatMap(({ rows }) => rows)]
    recent = new Map()
    while (waiting.length > 0) {
      const rows = waiting.slice(0, rowsPerStatement)
      await insertRequests(q, rows)
      waiting = waiting.slice(rows.length)
      held -= rows.length
    }
  }

  const flushing = repeat(flushMs, flush, log, 'writing the log of webhook requests')
  return {
    add,
    async [Symbol.asyncDispose]() {
      await flushing[Symbol.asyncDispose]()
      await flush().catch((error: unknown) => {
        unloggedRequests.add(held, {})
        log.warn({ err: error, requests: held }, 'the last webhook requests are missing in the log')
      })
    },
  }
}
