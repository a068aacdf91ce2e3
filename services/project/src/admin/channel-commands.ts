import { type Answer, type Command, type CommandOption, type Given, requiredOption } from './command.ts'
import { findProjectIds } from './named-account.ts'
import type { System } from './system.ts'
import { UsageError } from './usage-error.ts'

const pauseOptions: Record<string, CommandOption> = {
  channel: { placeholder: 'C', description: 'indexnow, google or bing', required: true },
  email: { placeholder: 'E', description: 'the account’s e-mail address; everybody’s if left out' },
  project: { placeholder: 'P', description: 'the account’s project' },
}

/** Pauses or resumes a channel for one project, or for everybody. */
async function setPaused(given: Given, system: System, paused: boolean): Promise<Answer> {
  const channel = requiredOption(given, 'channel')
  const { email, project } = given
  if ((email === undefined) !== (project === undefined))
    throw new UsageError('Give both --email and --project, or neither for everybody.')
  if (project === undefined) await system.channelCare.pauseEverywhere({ channel, paused })
  else await system.channelCare.pauseChannel({ ...(await findProjectIds(given, system)), channel, paused })
  const line = `${channel} ${paused ? 'is paused' : 'goes on'} for ${project ?? 'everybody'}.`
  return { json: { channel, project: project ?? null, paused }, lines: [line] }
}

export const channelPause: Command = {
  name: 'channel pause',
  summary: 'Sends nothing by a channel for now, for one project or for everybody; what comes due is held.',
  options: pauseOptions,
  run: (given, system) => setPaused(given, system, true),
}

export const channelResume: Command = {
  name: 'channel resume',
  summary: 'Lets a paused channel go on; what was held is due at once.',
  options: pauseOptions,
  run: (given, system) => setPaused(given, system, false),
}

export const settingsReencrypt: Command = {
  name: 'settings reencrypt',
  summary: 'Seals with the newest key of SETTINGS_KEY what is sealed with an older one, which can then be taken away.',
  options: {},
  async run(_given, { channelSettings, eventEndpoints, sources, subscriptions }) {
    const ofChannels = await channelSettings.reencryptSettings({})
    const ofEvents = await eventEndpoints.reencryptSecrets({})
    const ofSources = await sources.reencryptSources({})
    const ofSubscriptions = await subscriptions.reencryptSubscriptions({})
    const count = ofChannels.count + ofEvents.count + ofSources.count + ofSubscriptions.count
    return { json: { count }, lines: [`${count} settings are sealed with the newest key now.`] }
  },
}
