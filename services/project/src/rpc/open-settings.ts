import { fault } from '@pagebell/faults/fault'
import type { Queryable } from '@pagebell/postgres/database'
import type { ChannelSettings } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import { channelPlace } from '../channel-place.ts'
import { checkHost, findIndexNowKey, isOwnHost } from '../find-indexnow-key.ts'
import { isUuid } from '../is-uuid.ts'
import { noProject } from '../not-found.ts'
import type { ProjectRow } from '../queries/get-project.ts'
import { getProjectById } from '../queries/get-project-by-id.ts'
import { listChannelSettings } from '../queries/list-channel-settings.ts'
import { channelOf, type Settings } from '../read-channel-settings.ts'
import type { ServiceTools } from '../service-tools.ts'

export const openSettings =
  ({ db, seal }: ServiceTools): Handler<typeof ChannelSettings, 'openSettings'> =>
  async ({ account_id, project_id, channel: id, host }) => {
    if (!isUuid(account_id) || !isUuid(project_id)) throw noProject()
    const own = db.of(account_id)
    const project = await getProjectById(own, account_id, project_id)
    if (project === undefined) throw noProject()
    const channel = channelOf(id)
    checkHost(host, project.name)

    const rows = await listChannelSettings(own, account_id, project_id)
    const row = rows.find((one) => one.channel === id)
    if (row === undefined && !channel.needsNothing)
      throw fault('invalid', `The project has no settings for ${channel.title}.`, { code: 'no_channel_settings' })
    const place = channelPlace(account_id, project_id, id)
    const settings = row === undefined ? {} : (JSON.parse(seal.open(row.sealed, place)) as Settings)
    const whole = id === 'indexnow' ? await withKey(own, account_id, project, host, settings) : settings
    return { settings_json: JSON.stringify(whole) }
  }

/** What is set of IndexNow is about the project's own host, and the key also about the host of the key's location. */
async function withKey(q: Queryable, accountId: string, project: ProjectRow, host: string, settings: Settings) {
  const { key, key_location, ...endpoints } = settings as { key?: string; key_location?: string }
  const isLocated = key_location !== undefined && URL.parse(key_location)?.hostname === host
  const location = isLocated ? { key_location } : {}
  if (key !== undefined && (isLocated || isOwnHost(host, project.name))) return { ...endpoints, key, ...location }
  return { ...endpoints, key: await findIndexNowKey(q, accountId, project, host), ...location }
}
