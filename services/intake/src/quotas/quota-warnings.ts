import type { Body } from '@pagebell/messages/define-message'
import type { quotaReached } from '@pagebell/messages/quota-reached'
import type { Database } from '@pagebell/postgres/database'
import type { Log } from '@pagebell/runtime/log'
import { type Repeated, repeat } from '@pagebell/runtime/repeat'
import { claimWarnings, markPublished } from './quotas.sql.ts'

type PublishWarning = (body: Body<typeof quotaReached>, envelope: { id: string }) => Promise<void>

type WarningTools = { db: Database; publish: PublishWarning; log: Log }

const intervalMs = 1_000
const warningsPerRound = 100

export function startQuotaWarnings({ db, publish, log }: WarningTools): Repeated {
  const round = (signal: AbortSignal): Promise<void> => publishQuotaWarnings(db, publish, signal)
  return repeat(intervalMs, round, log, 'the publication of quota warnings')
}

/**
 * Publishes the thresholds that were reached, and marks them on the confirm: at least once, with the same id each time.
 * What the broker does not confirm is found again by a later round. Throws the first of such failures.
 */
async function publishQuotaWarnings(db: Database, publish: PublishWarning, signal: AbortSignal): Promise<void> {
  let published = warningsPerRound
  while (published === warningsPerRound && !signal.aborted) {
    const outcomes = await db.acrossAccounts().transaction(async (q) => {
      const warnings = await claimWarnings(q, warningsPerRound)
      const sent = await Promise.allSettled(
        warnings.map((one) => publish(one, { id: `${one.account_id}.${one.period}.${one.threshold}` })),
      )
      const confirmed = warnings.filter((_one, n) => sent[n]?.status === 'fulfilled')
      if (confirmed.length > 0) await markPublished(q, confirmed)
      return sent
    })
    const failed = outcomes.find((one) => one.status === 'rejected')
    if (failed !== undefined) throw failed.reason
    published = outcomes.length
  }
}
