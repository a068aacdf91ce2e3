import type { Body } from '@pagebell/messages/define-message'
import type { watchRecovered } from '@pagebell/messages/watch-recovered'
import type { Database } from '@pagebell/postgres/database'
import { lockSettings } from './alert-settings.sql.ts'
import { resolveTroubles } from './alerts.sql.ts'
import { recordRecovery } from './watch-recoveries.sql.ts'

type Recovered = Body<typeof watchRecovered>

/**
 * Ends the alerts of a watch that began before; a message that comes twice changes nothing. The end is remembered, because
 * the message of their beginning may come later.
 */
export const onWatchRecovered =
  ({ db, now }: { db: Database; now: () => Date }) =>
  async ({ account_id, project_id, watch, at }: Recovered): Promise<void> => {
    const key = { accountId: account_id, projectId: project_id }
    await db.forAccount(account_id).transaction(async (q) => {
      if ((await lockSettings(q, key)) === undefined) return
      await recordRecovery(q, key, { watch, at })
      await resolveTroubles(q, key, { watch, at, now: now() })
    })
  }
