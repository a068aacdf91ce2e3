import type { Body } from '@pagebell/messages/define-message'
import type { watchTroubled } from '@pagebell/messages/watch-troubled'
import type { Database } from '@pagebell/postgres/database'
import { newEvent } from './event.ts'
import { insertEvent } from './events.sql.ts'

type ConsumerTools = { db: Database; sendNow: () => void }

/** Queues an event for the project's endpoints that subscribe to it; a message that comes twice changes nothing. */
export const onWatchTroubled =
  ({ db, sendNow }: ConsumerTools) =>
  async (
    { account_id, project_id, at, ...trouble }: Body<typeof watchTroubled>,
    { traceparent }: { traceparent?: string | undefined },
  ): Promise<void> => {
    const event = newEvent('watch.trouble', trouble.scan_id, at, trouble)
    const place = { account_id, project_id }
    const inserted = await db.forAccount(account_id).transaction((q) => insertEvent(q, place, event, traceparent))
    if (inserted > 0) sendNow()
  }
