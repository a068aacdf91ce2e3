import type { Body } from '@pagebell/messages/define-message'
import type { pagesChecked } from '@pagebell/messages/pages-checked'
import type { Outbox } from '@pagebell/outbox/outbox'
import type { Database } from '@pagebell/postgres/database'
import { hashUrl } from '../deliveries/delivery.ts'
import { checkedUrls } from '../metrics.ts'
import type { RetryPolicy } from '../retry-policy.ts'
import { applyAndPublish } from './apply-verdicts.ts'
import { keepEarlyVerdicts, lockBatch } from './verdicts.sql.ts'

type ConsumerTools = {
  db: Database
  outbox: Pick<Outbox, 'flush'>
  policy: Pick<RetryPolicy, 'check' | 'checkedWindow'>
}

/**
 * Sends, holds or ends deliveries as their pages deserve. A verdict that comes before its delivery waits for it; one
 * that comes twice, or after the delivery was sent, changes nothing.
 */
export const onPagesChecked =
  ({ db, outbox, policy }: ConsumerTools) =>
  async (body: Body<typeof pagesChecked>): Promise<void> => {
    const { account_id: accountId, project_id: projectId, batch_id: batchId, channel } = body
    const batch = { accountId, projectId, batchId, channel }
    const verdicts = body.verdicts.map(({ url, ...verdict }) => ({ ...verdict, urlHash: hashUrl(url) }))
    await db.forAccount(accountId).transaction(async (q) => {
      await lockBatch(q, batch)
      await keepEarlyVerdicts(q, batch, verdicts)
      await applyAndPublish(q, batch, verdicts, { checkMs: policy.check, windowMs: policy.checkedWindow })
    })
    outbox.flush()
    for (const [verdict, same] of Map.groupBy(verdicts, (one) => one.verdict))
      checkedUrls.add(same.length, { 'pagebell.verdict': verdict })
  }
