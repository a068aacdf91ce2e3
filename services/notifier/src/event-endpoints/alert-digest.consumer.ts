import type { alertDigested } from '@pagebell/messages/alert-digested'
import type { Body } from '@pagebell/messages/define-message'
import type { Database } from '@pagebell/postgres/database'
import { newEvent } from './event.ts'
import { insertEvent } from './events.sql.ts'

type ConsumerTools = { db: Database; sendNow: () => void }

/** Queues an event for the project's endpoints that subscribe to it; a message that comes twice changes nothing. */
export const onAlertDigested =
  ({ db, sendNow }: ConsumerTools) =>
  async (
    { account_id, project_id, digest_id, at, ...digest }: Body<typeof alertDigested>,
    { traceparent }: { traceparent?: string | undefined },
  ): Promise<void> => {
    const event = newEvent('alert.digest', digest_id, at, digest)
    const place = { account_id, project_id }
    const inserted = await db.forAccount(account_id).transaction((q) => insertEvent(q, place, event, traceparent))
    if (inserted > 0) sendNow()
  }
