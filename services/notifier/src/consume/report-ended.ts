import type { Body } from '@pagebell/messages/define-message'
import type { reportEnded } from '@pagebell/messages/report-ended'
import type { Database } from '@pagebell/postgres/database'
import { insertEvent } from '../queries/insert-event.ts'
import { reportEvents } from '../report-events.ts'

type Tools = { db: Database; publicUrl: string; sendNow: () => void }

/** Tells the project's endpoint, if there is one that wants it; what comes twice changes nothing. */
export function onReportEnded({ db, publicUrl, sendNow }: Tools) {
  return async (
    body: Body<typeof reportEnded>,
    { traceparent }: { traceparent?: string | undefined },
  ): Promise<void> => {
    const inserted = await db.of(body.account_id).transaction(async (q) => {
      let count = 0
      for (const event of reportEvents(body, publicUrl))
        count += (await q.query(insertEvent(body, event, traceparent))).rowCount
      return count
    })
    if (inserted > 0) sendNow()
  }
}
