import { channelIds } from '@pagebell/channel-settings/all-channels'
import { fault } from '@pagebell/faults/fault'
import { ChannelSettings } from '@pagebell/rpc/contracts'
import { fakeService } from './fake-service.ts'

/** The project service's channels, kept in memory. */
export function fakeChannelSettings() {
  const put: { channel: string; settings: unknown }[] = []
  const kept = new Map<string, string>()
  let chosen = ['indexnow']
  let version = 0

  const list = () => ({
    project_id: crypto.randomUUID(),
    version: version++,
    channels: channelIds.map((channel) => ({
      channel,
      title: channel,
      ready: channel === 'indexnow' || kept.has(channel),
      chosen: chosen.includes(channel),
      settings_json: kept.get(channel) ?? '{}',
      ...(kept.has(channel) && { updated_at: '2026-11-21T10:00:00.000Z' }),
    })),
  })
  function known(channel: string): void {
    if (!channelIds.some((id) => id === channel)) throw fault('not_found', 'There is no such channel.')
  }

  const service = fakeService(ChannelSettings, {
    listChannels: async () => list(),
    async putChannel({ channel, settings_json }) {
      known(channel)
      put.push({ channel, settings: JSON.parse(settings_json) })
      kept.set(channel, '{"api_key":"…4f36"}')
      return list()
    },
    async deleteChannel({ channel }) {
      known(channel)
      kept.delete(channel)
      return list()
    },
    async chooseChannels({ channels }) {
      chosen = channels
      return list()
    },
    openSettings: async () => ({ settings_json: '{}' }),
    reencryptSettings: async () => ({ count: 0 }),
  })
  return { service, put }
}
