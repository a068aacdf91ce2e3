import type { ChannelSettings } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import { channelPlace } from '../channel-place.ts'
import { lockOldSettings } from '../queries/lock-old-settings.ts'
import { resealSettings } from '../queries/reseal-settings.ts'
import type { ServiceTools } from '../service-tools.ts'

const atOnce = 500

export const reencryptSettings =
  ({ db, seal }: ServiceTools): Handler<typeof ChannelSettings, 'reencryptSettings'> =>
  async () => {
    let count = 0
    for (let done = atOnce; done === atOnce; count += done) {
      done = await db.transaction(async (q) => {
        const rows = await lockOldSettings(q, seal.currentId, atOnce)
        for (const row of rows) {
          const place = channelPlace(row.account_id, row.project_id, row.channel)
          await resealSettings(q, { ...row, sealed: seal.seal(seal.open(row.sealed, place), place) })
        }
        return rows.length
      })
    }
    return { count }
  }
