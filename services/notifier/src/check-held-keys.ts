import type { Database } from '@pagebell/postgres/database'
import type { Log } from '@pagebell/runtime/log'
import type { Channel, SiteFetch } from './channel.ts'
import type { FindSettings } from './find-settings.ts'
import type { Channels } from './load-channels.ts'
import { claimKeyChecks, type KeyCheck } from './queries/claim-key-checks.ts'
import { releaseHeld } from './queries/release-held.ts'
import type { Schedule } from './retry-schedule.ts'

/** One site that hangs must not hold up many others. */
const AT_ONCE = 10

type Checking = {
  db: Database
  log: Log
  schedule: Schedule
  channels: Channels
  findSettings: FindSettings
  fetchSite: SiteFetch
}

/** Looks at the key files of hosts whose deliveries are held; where one is right now, they are due again. */
export async function checkHeldKeys(tools: Checking): Promise<void> {
  const { db, log, schedule, channels } = tools
  const { rows } = await db.query<KeyCheck>(claimKeyChecks(AT_ONCE, schedule.keyCheck, schedule.keyCheckMost))
  await Promise.all(
    rows.map(async (check) => {
      const channel = channels.get(check.channel)
      const fault = channel?.verify && check.url !== null ? await whyNot(tools, channel, check, check.url) : undefined
      if (fault !== undefined) log.info({ host: check.host, fault }, 'the key is still not verified')
      else await db.query(releaseHeld(check))
    }),
  )
}

async function whyNot(
  { findSettings, fetchSite }: Checking,
  channel: Channel,
  owner: KeyCheck,
  url: string,
): Promise<string | undefined> {
  const found = await findSettings(channel, owner)
  // What the dispatcher finds missing it ends with a reason, so let it look.
  if ('missing' in found) return found.missing === 'service' ? found.reason : undefined
  return channel
    .verify?.({ host: owner.host, url }, found.settings as never, { fetch: fetchSite })
    .catch((error: Error) => `The key file cannot be reached: ${error.message}`)
}
