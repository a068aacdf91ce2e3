import type { Body } from '@pagebell/messages/define-message'
import type { urlsSkipped } from '@pagebell/messages/urls-skipped'
import type { Database } from '@pagebell/postgres/database'
import { urlsGivenBack } from '../metrics.ts'
import { giveBack, wakeWaiting } from './quotas.sql.ts'

/** Gives the charge of skipped URLs back, each once, and has what waits for the quota looked at. */
export const onUrlsSkipped =
  (db: Database) =>
  async ({ account_id: accountId, batch_id: batchId, channel, urls }: Body<typeof urlsSkipped>): Promise<void> => {
    const given = await db.forAccount(accountId).transaction(async (q) => {
      const count = await giveBack(q, { accountId, batchId, channel, urls })
      if (count > 0) await wakeWaiting(q, accountId)
      return count
    })
    if (given > 0) urlsGivenBack.add(given, {})
  }
