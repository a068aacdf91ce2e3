import type { Body } from '@pagebell/messages/define-message'
import type { watchTroubled } from '@pagebell/messages/watch-troubled'
import type { Database } from '@pagebell/postgres/database'
import { lockSettings } from './alert-settings.sql.ts'
import { openAlert } from './alerts.sql.ts'
import { maxAlerts } from './judge-due-runs.ts'
import { hasRecovered } from './watch-recoveries.sql.ts'

type Troubled = Body<typeof watchTroubled>

/**
 * Opens an alert if the project asks for it and the watch has not recovered since; a message that comes twice changes
 * nothing.
 */
export const onWatchTroubled =
  ({ db, now }: { db: Database; now: () => Date }) =>
  async ({ account_id, project_id, watch, scan_id, url, at, problems }: Troubled): Promise<void> => {
    const key = { accountId: account_id, projectId: project_id }
    await db.forAccount(account_id).transaction(async (q) => {
      const settings = await lockSettings(q, key)
      if (settings === undefined || !settings.rules.some((rule) => rule.when === 'watch_trouble')) return
      if (await hasRecovered(q, key, { watch, at })) return
      const title = `The watch ${watch} has a problem`
      const detail = problems
        .map((problem) => problem.detail)
        .join(' ')
        .slice(0, 500)
      const facts = { when: 'watch_trouble' as const, title, detail, since: at, url }
      const alert = { rule: 'watch_trouble', subject: scan_id, check: '', watch, facts }
      await openAlert(q, key, alert, { id: scan_id, now: now(), max: maxAlerts })
    })
  }
