import { allChannels, channelIds } from '@pagebell/channel-settings/all-channels'
import { fault } from '@pagebell/faults/fault'
import { ChannelSettings, Channels } from '@pagebell/rpc/contracts'
import { implement } from '@pagebell/rpc/serve-rpc'
import { storedProjectName } from '@pagebell/urls/project-name'
import { findProjectById } from '../projects/projects.sql.ts'
import type { ServiceTools } from '../service-tools.ts'
import { noProject, parseId } from '../validation.ts'
import { channelOf, openRow, readChannelSettings, sealContext } from './channel-settings.ts'
import {
  deleteChannelSettings,
  findProjectChannels,
  listChannelSettings,
  lockOldSettings,
  putChannelSettings,
  resealSettings,
  updateChosenChannels,
} from './channels.sql.ts'
import { checkHost, findIndexNowKey, withIndexNowKey } from './indexnow-keys.ts'
import { changeChannels, toChannelList } from './project-channels.ts'

const resealBatchSize = 500

export const channelSettingsRpc = (tools: ServiceTools) =>
  implement(ChannelSettings, {
    async listChannels({ account_id, project: written }) {
      const name = storedProjectName(written)
      const accountId = parseId(account_id, noProject)
      const q = tools.db.forAccount(accountId)
      const project = name === undefined ? undefined : await findProjectChannels(q, accountId, name)
      if (project === undefined) throw noProject()
      const rows = await listChannelSettings(q, accountId, project.project_id)
      return toChannelList(tools.seal, accountId, project, rows)
    },

    async putChannel({ account_id, project: name, channel: id, settings_json }) {
      const channel = channelOf(id)
      return changeChannels(tools, { account_id, project: name }, async ({ q, accountId, project, rows }) => {
        const projectId = project.project_id
        const row = rows.find((one) => one.channel === id)
        const stored = openRow(tools.seal, { accountId, projectId }, row)
        const settings = readChannelSettings(channel, settings_json, { project: project.name, stored })
        const sealed = tools.seal.seal(JSON.stringify(settings), sealContext(accountId, projectId, id))
        await putChannelSettings(q, { accountId, projectId, channel: id, sealed })
        return project.channels
      })
    },

    /** Without its settings, a channel that needs some is no longer chosen; IndexNow is if no other is left. */
    async deleteChannel({ account_id, project: name, channel: id }) {
      const { needsNothing } = channelOf(id)
      return changeChannels(tools, { account_id, project: name }, async ({ q, accountId, project }) => {
        const { project_id, channels } = project
        await deleteChannelSettings(q, accountId, project_id, id)
        if (needsNothing || !channels.includes(id)) return channels
        const left = channels.filter((one) => one !== id)
        const chosen = left.length > 0 ? left : [allChannels.indexnow.id]
        await updateChosenChannels(q, accountId, project_id, chosen)
        return chosen
      })
    },

    chooseChannels({ account_id, project: name, channels: requested }) {
      return changeChannels(tools, { account_id, project: name }, async ({ q, accountId, project, rows }) => {
        const ready = channelIds.filter(
          (id) => allChannels[id].needsNothing || rows.some(({ channel }) => channel === id),
        )
        const wrong = requested.find((one) => !ready.some((id) => id === one))
        if (requested.length === 0 || wrong !== undefined) {
          const text = `Use ${ready.join(', ')}; another channel needs its settings first.`
          throw fault('invalid', 'These channels cannot be chosen.', { errors: { channels: [text] } })
        }
        const chosen = ready.filter((id) => requested.includes(id))
        await updateChosenChannels(q, accountId, project.project_id, chosen)
        return chosen
      })
    },

    /** The only method whose reply holds secrets; the notifier calls it. */
    async openSettings({ account_id, project_id, channel: id, host, generated_key }) {
      const accountId = parseId(account_id, noProject)
      const projectId = parseId(project_id, noProject)
      const q = tools.db.forAccount(accountId)
      const project = await findProjectById(q, accountId, projectId)
      if (project === undefined) throw noProject()
      const channel = channelOf(id)
      checkHost(host, project.name)

      const rows = await listChannelSettings(q, accountId, projectId)
      const row = rows.find((one) => one.channel === id)
      if (row === undefined && !channel.needsNothing)
        throw fault('invalid', `The project has no settings for ${channel.title}.`, { code: 'no_channel_settings' })
      const isGenerated = id === 'indexnow' && generated_key === true
      const settings = isGenerated ? {} : openRow(tools.seal, { accountId, projectId }, row)
      const complete = id === 'indexnow' ? await withIndexNowKey(q, accountId, project, host, settings) : settings
      return { settings_json: JSON.stringify(complete) }
    },

    /** Seals with the current key what an older one sealed, some rows in each transaction. */
    async reencryptSettings() {
      const { db, seal } = tools
      let count = 0
      for (let resealed = resealBatchSize; resealed === resealBatchSize; count += resealed) {
        resealed = await db.acrossAccounts().transaction(async (q) => {
          const rows = await lockOldSettings(q, seal.currentId, resealBatchSize)
          for (const row of rows) {
            const context = sealContext(row.account_id, row.project_id, row.channel)
            await resealSettings(q, { ...row, sealed: seal.seal(seal.open(row.sealed, context), context) })
          }
          return rows.length
        })
      }
      return { count }
    },
  })

export const indexNowKeysRpc = ({ db }: Pick<ServiceTools, 'db'>) =>
  implement(Channels, {
    async getIndexNowKey({ account_id, project_id, host }) {
      const accountId = parseId(account_id, noProject)
      const q = db.forAccount(accountId)
      const project = await findProjectById(q, accountId, parseId(project_id, noProject))
      if (project === undefined) throw noProject()
      checkHost(host, project.name)
      return { key: await findIndexNowKey(q, accountId, project, host) }
    },
  })
