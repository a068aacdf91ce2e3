import { randomUUIDv7 } from 'node:crypto'
import { pagesChecked } from '@pagebell/messages/pages-checked'
import { urlsPerMessage } from '@pagebell/messages/urls-submitted'
import { enqueue } from '@pagebell/outbox/outbox'
import type { Queryable } from '@pagebell/postgres/database'
import { deleteWaitingChecks } from '../checks/checks.sql.ts'
import { verdicts } from '../metrics.ts'
import { logSkipped } from '../verdicts/verdict-log.sql.ts'

/** The deploy that the batch waited for has not come, and its sender wants it to be dropped then. */
export const waitOver = 'wait_over'

type WaitingBatch = { account_id: string; project_id: string; batch_id: string }

/** Skips what waits of a batch, in the transaction that ends its wait. */
export async function skipBatch(q: Queryable, batch: WaitingBatch): Promise<void> {
  const { account_id, project_id, batch_id } = batch
  const waiting = await deleteWaitingChecks(q, account_id, batch_id)
  for (const [channel, ofChannel] of Map.groupBy(waiting, (check) => check.channel))
    for (let first = 0; first < ofChannel.length; first += urlsPerMessage) {
      const urls = ofChannel.slice(first, first + urlsPerMessage)
      const id = randomUUIDv7()
      const skipped = urls.map(({ url }) => ({ url, verdict: 'skip' as const, reason: waitOver }))
      await logSkipped(q, batch, { id, channel, reason: waitOver }, urls)
      await enqueue(q, pagesChecked, { account_id, project_id, batch_id, channel, verdicts: skipped }, id)
      verdicts.add(urls.length, { 'pagebell.verdict': 'skip', 'pagebell.reason': waitOver })
    }
}
