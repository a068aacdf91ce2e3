import { randomUUIDv7 } from 'node:crypto'
import { allChannels, channelIds } from '@pagebell/channel-settings/all-channels'
import { maskSettings } from '@pagebell/channel-settings/mask-secrets'
import { channelsChanged } from '@pagebell/messages/channels-changed'
import { enqueue } from '@pagebell/outbox/outbox'
import type { Queryable } from '@pagebell/postgres/database'
import type { Seal } from '@pagebell/tokens/seal'
import { storedProjectName } from '@pagebell/urls/project-name'
import type { ServiceTools } from '../service-tools.ts'
import { noProject, parseId } from '../validation.ts'
import { openRow } from './channel-settings.ts'
import {
  type ChannelSettingsRow,
  listChannelSettings,
  type ProjectChannelsRow,
  raiseChannelsVersion,
} from './channels.sql.ts'

/** A project and the settings of its channels, in the transaction that changes them. */
export type ChannelChange = {
  q: Queryable
  accountId: string
  project: ProjectChannelsRow
  rows: ChannelSettingsRow[]
}

/**
 * Changes the channels of a project and announces those that it can use, in one transaction. `change` returns the
 * channels that are chosen from then on. Throws fault `not_found` for an unknown project.
 */
export async function changeChannels(
  { db, outbox, seal }: ServiceTools,
  { account_id, project: written }: { account_id: string; project: string },
  change: (current: ChannelChange) => Promise<string[]>,
) {
  const name = storedProjectName(written)
  const accountId = parseId(account_id, noProject)
  if (name === undefined) throw noProject()
  const reply = await db.forAccount(accountId).transaction(async (q) => {
    const project = await raiseChannelsVersion(q, accountId, name)
    if (project === undefined) throw noProject()
    const { project_id, channels_version: version } = project
    const before = await listChannelSettings(q, accountId, project_id)
    const channels = await change({ q, accountId, project, rows: before })
    const rows = await listChannelSettings(q, accountId, project_id)
    const list = toChannelList(seal, accountId, { ...project, channels }, rows)
    const ready = list.channels.flatMap((one) => (one.ready ? [one.channel] : []))
    const body = { account_id: accountId, project_id, version, ready, chosen: channels }
    await enqueue(q, channelsChanged, body, randomUUIDv7())
    return list
  })
  outbox.flush()
  return reply
}

/** The channels of a project as gRPC replies have them, with masked secrets. */
export function toChannelList(seal: Seal, accountId: string, project: ProjectChannelsRow, rows: ChannelSettingsRow[]) {
  const channels = channelIds.map((id) => {
    const { title, settings: schema, needsNothing } = allChannels[id]
    const row = rows.find(({ channel }) => channel === id)
    const chosen = project.channels.includes(id)
    // Every project can use IndexNow with its own key, which is public.
    const defaults = id === 'indexnow' ? { key: project.indexnow_key } : {}
    if (row === undefined)
      return { channel: id, title, ready: needsNothing, chosen, settings_json: JSON.stringify(defaults) }
    const settings = openRow(seal, { accountId, projectId: project.project_id }, row)
    const settings_json = JSON.stringify({ ...defaults, ...maskSettings(schema, settings) })
    return { channel: id, title, ready: true, chosen, settings_json, updated_at: row.updated_at }
  })
  return { project_id: project.project_id, channels, version: project.channels_version }
}
