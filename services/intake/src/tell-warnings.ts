import type { Body } from '@pagebell/messages/define-message'
import type { quotaReached } from '@pagebell/messages/quota-reached'
import type { Database } from '@pagebell/postgres/database'
import { claimWarnings } from './queries/claim-warnings.ts'
import { markTold } from './queries/mark-told.ts'

type Send = (body: Body<typeof quotaReached>, envelope: { id: string }) => Promise<void>

const atOnce = 100

/**
 * Publishes which thresholds were reached, and notes it on the confirm: at least once, with the same id each time. What
 * the broker does not confirm is found again by a later round. Throws the first of such failures.
 */
export async function tellWarnings(db: Database, send: Send, signal: AbortSignal): Promise<void> {
  let told = atOnce
  while (told === atOnce && !signal.aborted) {
    const outcomes = await db.transaction(async (q) => {
      const warnings = await claimWarnings(q, atOnce)
      const sent = await Promise.allSettled(
        warnings.map((one) => send(one, { id: `${one.account_id}.${one.period}.${one.threshold}` })),
      )
      const confirmed = warnings.filter((_one, n) => sent[n]?.status === 'fulfilled')
      if (confirmed.length > 0) await markTold(q, confirmed)
      return sent
    })
    const failed = outcomes.find((one) => one.status === 'rejected')
    if (failed !== undefined) throw failed.reason
    told = outcomes.length
  }
}
