import type { Command } from '../command.ts'

export const settingsReencrypt: Command = {
  name: 'settings reencrypt',
  summary: 'Seals with the newest key of SETTINGS_KEY what is sealed with an older one, which can then be taken away.',
  options: {},
  async run(_given, { channelSettings, eventEndpoints }) {
    const ofChannels = await channelSettings.reencryptSettings({})
    const ofEvents = await eventEndpoints.reencryptSecrets({})
    const count = ofChannels.count + ofEvents.count
    return { json: { count }, lines: [`${count} settings are sealed with the newest key now.`] }
  },
}
