import type { Database } from '@pagebell/postgres/database'
import type { ChannelCare } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import type { Channels } from '../load-channels.ts'
import { everywhere } from '../queries/pause-channel.ts'
import { readChannel } from '../read-place.ts'
import { setPaused } from '../set-paused.ts'

export function pauseEverywhere(db: Database, channels: Channels): Handler<typeof ChannelCare, 'pauseEverywhere'> {
  return async ({ channel, paused }) => {
    await setPaused(
      db,
      { accountId: everywhere, projectId: everywhere, channel: readChannel(channels, channel) },
      paused,
    )
    return { paused }
  }
}
