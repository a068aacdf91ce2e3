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
import type { Schedule } from '../retry-schedule.ts'

type Tools = { db: Database; log: Log; channels: Channels; schedule: Pick<Schedule, 'gather' | 'gatherParts'> }

/** Makes the URLs durable here, one row each; what comes twice changes nothing. */
export function onUrlsSubmitted({ db, log, channels, schedule }: Tools) {
  return async (
    body: Body<typeof urlsSubmitted>,
    { traceparent, extensions }: { traceparent?: string | undefined; extensions: Record<string, string> },
  ): Promise<void> => {
    if (!channels.has(body.channel)) throw fault('invalid', `There is no channel ${body.channel}.`)
    const rows = body.urls.map((url) => {
      const host = URL.parse(url)?.host
      if (!host) throw fault('invalid', 'A URL of the message has no host.')
      return { id: randomUUIDv7(), url, urlHash: hashUrl(url), host }
    })
    const size = extensions[batchUrls] ?? ''
    const batch_urls = /^[1-9]\d{0,8}$/.test(size) ? Number(size) : undefined
    const gatherMs = rows.length < urlsPerMessage ? schedule.gather : schedule.gatherParts
    await db.transaction(async (q) => {
      await q.query(lockProject(body.project_id, 'shared'))
      await q.query(insertDeliveries({ ...body, batch_urls }, rows, traceparent, gatherMs))
    })
    log.info({ batch_id: body.batch_id, channel: body.channel, urls: rows.length }, 'took a batch')
  }
}
