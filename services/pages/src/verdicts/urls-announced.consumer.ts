import type { Body } from '@pagebell/messages/define-message'
import type { urlsAnnounced } from '@pagebell/messages/urls-announced'
import type { Database } from '@pagebell/postgres/database'
import { ensureProjectKey, isProjectDeleted, lockProject } from '../projects/projects.sql.ts'
import { hashUrl } from '../url-hash.ts'
import { storeAnnounced } from './announcements.sql.ts'

/** Moves what pages are compared with: the only place that does. The same message again changes nothing. */
export const onUrlsAnnounced =
  (db: Database) =>
  async (body: Body<typeof urlsAnnounced>): Promise<void> => {
    const { account_id: accountId, project_id: projectId, channel } = body
    // Sent unchecked: the action is all that is known.
    const unchecked = body.action === 'delete' ? 'gone' : 'live'
    const urls = body.urls.map(({ url, state = unchecked, content = null, target = null }) => {
      return { urlHash: hashUrl(url), state, content, target }
    })
    await db.forAccount(accountId).transaction(async (q) => {
      await lockProject(q, projectId, 'shared')
      if (await isProjectDeleted(q, accountId, projectId)) return
      await ensureProjectKey(q, accountId, projectId)
      const times = { submittedAt: body.submitted_at, announcedAt: body.announced_at }
      await storeAnnounced(q, { accountId, projectId, channel, ...times, urls })
    })
  }
