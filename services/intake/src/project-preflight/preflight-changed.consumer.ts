import type { Body } from '@pagebell/messages/define-message'
import type { preflightChanged } from '@pagebell/messages/preflight-changed'
import type { Database } from '@pagebell/postgres/database'
import type { ChannelFinder } from '../project-channels/channel-finder.ts'
import { setProjectPreflight } from './project-preflight.sql.ts'

type PreflightTools = { db: Database; channels: Pick<ChannelFinder, 'forget'> }

/** Stores a project's setting; the version makes an older or repeated message harmless. */
export const onPreflightChanged =
  ({ db, channels }: PreflightTools) =>
  async (body: Body<typeof preflightChanged>): Promise<void> => {
    await setProjectPreflight(db.forAccount(body.account_id), body)
    channels.forget(body.project_id)
  }
