import type { channelsChanged } from '@pagebell/messages/channels-changed'
import type { Body } from '@pagebell/messages/define-message'
import type { Database } from '@pagebell/postgres/database'
import type { ChannelFinder } from './channel-finder.ts'
import { setProjectChannels } from './project-channels.sql.ts'

type ChannelsTools = { db: Database; channels: Pick<ChannelFinder, 'forget'> }

/** Stores a project's channels; the version makes an older or repeated message harmless. */
export const onChannelsChanged =
  ({ db, channels }: ChannelsTools) =>
  async (body: Body<typeof channelsChanged>): Promise<void> => {
    await setProjectChannels(db.forAccount(body.account_id), body)
    channels.forget(body.project_id)
  }
