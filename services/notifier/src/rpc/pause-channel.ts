import type { Database } from '@pagebell/postgres/database'
import type { ChannelCare } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import type { Channels } from '../load-channels.ts'
import { readPlace } from '../read-place.ts'
import { setPaused } from '../set-paused.ts'

export function pauseChannel(db: Database, channels: Channels): Handler<typeof ChannelCare, 'pauseChannel'> {
  return async ({ paused, ...request }) => {
    const place = readPlace(channels, request)
    await setPaused(db.of(place.accountId), place, paused)
    return { paused }
  }
}
