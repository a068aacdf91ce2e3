import { randomUUIDv7 } from 'node:crypto'
import { fault } from '@pagebell/faults/fault'
import type { Body } from '@pagebell/messages/define-message'
import { batchUrls, urlsPerMessage, type urlsSubmitted } from '@pagebell/messages/urls-submitted'
import type { Database } from '@pagebell/postgres/database'
import type { Log } from '@pagebell/runtime/log'
import { hashUrl } from '../hash-url.ts'
import type { Channels } from '../load-channels.ts'
import { insertDeliveries } from '../queries/insert-deliveries.ts'
import { lockProject } from '../queries/lock-project.ts'
import { takeUpAside } from '../queries/take-up-aside.ts'
import type { Schedule } from '../retry-schedule.ts'

/** Why a delivery is set aside: its message lies among the dead letters. */
const waitsForOperator = 'waits_for_the_operator'

type Submitted = Body<typeof urlsSubmitted>
type Context = { traceparent?: string | undefined; extensions: Record<string, string> }
type Tools = { db: Database; log: Log; channels: Channels; schedule: Pick<Schedule, 'gather' | 'gatherParts'> }

/** Makes the URLs durable here, one row each; what comes twice changes nothing. */
export function onUrlsSubmitted({ db, log, channels, schedule }: Tools) {
  return async (body: Submitted, { traceparent, extensions }: Context): Promise<void> => {
    if (!channels.has(body.channel)) throw fault('invalid', `There is no channel ${body.channel}.`)
    const rows = body.urls.map((url) => {
      const host = URL.parse(url)?.host
      if (!host) throw fault('invalid', 'A URL of the message has no host.')
      return { id: randomUUIDv7(), url, urlHash: hashUrl(url), host }
    })
    const gatherMs = rows.length < urlsPerMessage ? schedule.gather : schedule.gatherParts
    await db.transaction(async (q) => {
      await q.query(lockProject(body.project_id, 'shared'))
      const batch = { ...body, batch_urls: sizeOf(extensions) }
      const { rowCount } = await q.query(insertDeliveries(batch, rows, traceparent, gatherMs))
      // Some have come before: among them may be what was set aside, and is replayed now.
      if (rowCount < rows.length) await q.query(takeUpAside(body, rows))
    })
    log.info({ batch_id: body.batch_id, channel: body.channel, urls: rows.length }, 'took a batch')
  }
}

/** What becomes of the URLs of a message that is a dead letter from now on, so that their batch comes to its end. */
export function setUrlsAside({ db, log }: Pick<Tools, 'db' | 'log'>) {
  return async (body: Submitted, { traceparent, extensions }: Context): Promise<void> => {
    const rows = body.urls.map((url) => {
      return { id: randomUUIDv7(), url, urlHash: hashUrl(url), host: URL.parse(url)?.host ?? '' }
    })
    await db.transaction(async (q) => {
      await q.query(lockProject(body.project_id, 'shared'))
      const batch = { ...body, batch_urls: sizeOf(extensions) }
      await q.query(insertDeliveries(batch, rows, traceparent, 0, { status: 'set_aside', reason: waitsForOperator }))
    })
    log.warn({ batch_id: body.batch_id, channel: body.channel, urls: rows.length }, 'set a batch aside')
  }
}

/** How many deliveries the whole batch makes; undefined where that is not told. */
function sizeOf(extensions: Record<string, string>): number | undefined {
  const size = extensions[batchUrls] ?? ''
  return /^[1-9]\d{0,8}$/.test(size) ? Number(size) : undefined
}
