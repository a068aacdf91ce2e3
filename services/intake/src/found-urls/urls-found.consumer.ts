import type { Body } from '@pagebell/messages/define-message'
import type { urlsFound } from '@pagebell/messages/urls-found'
import type { Database } from '@pagebell/postgres/database'
import type { Log } from '@pagebell/runtime/log'
import { isClosed, lockProject } from '../hooks/hooks.sql.ts'
import { judgeUrls } from '../submissions/judge-urls.ts'
import { keepWaiting, lockAccount } from '../waiting/waiting.sql.ts'

type ConsumerTools = { db: Database; limits: { maxWaiting: number }; log: Log }

/**
 * Puts pages that checks have found on the waiting list of their project, from where they are submitted when the quota
 * has room, at once if it has some. A message that comes twice finds its URLs on the list or within the dedupe window.
 */
export const onUrlsFound =
  ({ db, limits, log }: ConsumerTools) =>
  async (body: Body<typeof urlsFound>): Promise<void> => {
    const { account_id: accountId, project_id: projectId, project, channel, urls } = body
    const { siteUrls } = judgeUrls(urls, project, [channel])
    if (siteUrls.length === 0) return
    const isKept = await db.forAccount(accountId).transaction(async (q) => {
      await lockProject(q, projectId)
      if (await isClosed(q, accountId, projectId)) return true
      await lockAccount(q, accountId)
      const { maxWaiting } = limits
      return keepWaiting(q, { accountId, projectId, project, channel, action: 'update', urls: siteUrls, maxWaiting })
    })
    if (!isKept) log.warn({ project_id: projectId, urls: siteUrls.length }, 'no room on the waiting list')
  }
