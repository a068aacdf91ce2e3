import { randomUUIDv7 } from 'node:crypto'
import type { Body } from '@pagebell/messages/define-message'
import type { deliveriesHeld } from '@pagebell/messages/deliveries-held'
import type { Database } from '@pagebell/postgres/database'
import { describeHold, heldSubject } from './alert.ts'
import { lockSettings } from './alert-settings.sql.ts'
import { openAlert, resolveAlerts } from './alerts.sql.ts'
import { findHeldCount, putHeldCount } from './held-counts.sql.ts'
import { maxAlerts } from './judge-due-runs.ts'
import { ruleKey } from './rule.ts'

type Held = Body<typeof deliveriesHeld>

/**
 * Judges a count of what is on hold, which the count before confirms; a lower one ends the alert at once. A count that
 * comes twice, or after a newer one, changes nothing.
 */
export const onDeliveriesHeld =
  ({ db, now }: { db: Database; now: () => Date }) =>
  async ({ account_id, project_id, deliveries, paused, at }: Held): Promise<void> => {
    const key = { accountId: account_id, projectId: project_id }
    await db.forAccount(account_id).transaction(async (q) => {
      const settings = await lockSettings(q, key)
      const rules = (settings?.rules ?? []).filter((rule) => rule.when === 'held')
      if (settings === undefined || rules.length === 0) return
      const before = await findHeldCount(q, key)
      if (before !== undefined && Date.parse(before.counted_at) >= Date.parse(at)) return
      await putHeldCount(q, key, { deliveries, counted_at: at })
      for (const rule of rules) {
        if (deliveries < rule.count) {
          await resolveAlerts(q, key, { rule: ruleKey(rule), subject: heldSubject, checks: [''], now: now() })
        } else if (before !== undefined && before.deliveries >= rule.count) {
          const alert = describeHold(rule, settings.project, { deliveries, paused, since: before.counted_at })
          await openAlert(q, key, alert, { id: randomUUIDv7(), now: now(), max: maxAlerts })
        }
      }
    })
  }
