import type { channelsChanged } from '@pagebell/messages/channels-changed'
import type { Body } from '@pagebell/messages/define-message'
import type { Database } from '@pagebell/postgres/database'
import { setProjectChannels } from './project-channels.sql.ts'

/** Stores a project's channels; the version makes an older or repeated message harmless. */
export const onChannelsChanged =
  (db: Database, forget: (projectId: string) => void) =>
  async (body: Body<typeof channelsChanged>): Promise<void> => {
    await setProjectChannels(db.forAccount(body.account_id), body)
    forget(body.project_id)
  }
