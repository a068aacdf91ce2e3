import type { Body } from '@pagebell/messages/define-message'
import type { scanRequested } from '@pagebell/messages/scan-requested'
import type { Database } from '@pagebell/postgres/database'
import type { WatchRunners } from './start-watches.ts'
import { scanAllNow } from './watches.sql.ts'

type ConsumerTools = { db: Database; watches: Pick<WatchRunners, 'scanNow'> }

/** Makes the watches of a project due; one that is being scanned is scanned again. */
export const onScanRequested =
  ({ db, watches }: ConsumerTools) =>
  async ({ account_id: accountId, project_id: projectId }: Body<typeof scanRequested>): Promise<void> => {
    if ((await scanAllNow(db.forAccount(accountId), { accountId, projectId })) > 0) watches.scanNow()
  }
