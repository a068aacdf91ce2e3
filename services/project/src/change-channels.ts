import { randomUUIDv7 } from 'node:crypto'
import { channelsChanged } from '@pagebell/messages/channels-changed'
import { enqueue } from '@pagebell/outbox/outbox'
import type { Queryable } from '@pagebell/postgres/database'
import { storedProjectName } from '@pagebell/urls/project-name'
import { channelListReply } from './channel-list-reply.ts'
import { isUuid } from './is-uuid.ts'
import { noProject } from './not-found.ts'
import { type ChannelSettingsRow, listChannelSettings } from './queries/list-channel-settings.ts'
import { type ProjectChannelsRow, raiseChannelsVersion } from './queries/raise-channels-version.ts'
import type { ServiceTools } from './service-tools.ts'

type Place = { account_id: string; project: string }

/**
 * Changes the channels of a project and tells what it can be sent by now, in one transaction. `change` answers which
 * channels are chosen from now on. Throws fault not_found for no project.
 */
export async function changeChannels(
  { db, outbox, seal }: ServiceTools,
  { account_id: accountId, project: written }: Place,
  change: (q: Queryable, project: ProjectChannelsRow, rows: ChannelSettingsRow[]) => Promise<string[]>,
) {
  const name = storedProjectName(written)
  if (name === undefined || !isUuid(accountId)) throw noProject()
  const reply = await db.of(accountId).transaction(async (q) => {
    const project = await raiseChannelsVersion(q, accountId, name)
    if (project === undefined) throw noProject()
    const before = await listChannelSettings(q, accountId, project.project_id)
    const channels = await change(q, project, before)
    const rows = await listChannelSettings(q, accountId, project.project_id)
    const list = channelListReply(seal, accountId, { ...project, channels }, rows)
    const ready = list.channels.flatMap((one) => (one.ready ? [one.channel] : []))
    const { project_id, channels_version: version } = project
    const body = { account_id: accountId, project_id, version, ready, chosen: channels }
    await enqueue(q, channelsChanged, body, randomUUIDv7())
    return list
  })
  outbox.flush()
  return reply
}
