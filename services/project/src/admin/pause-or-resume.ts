import { type Answer, type CommandOption, type Given, requiredOption, UsageError } from './command.ts'
import type { System } from './connect-system.ts'

export const whichChannel: Record<string, CommandOption> = {
  channel: { placeholder: 'C', description: 'indexnow, google or bing', required: true },
  email: { placeholder: 'E', description: 'the account’s e-mail address; everybody’s if left out' },
  project: { placeholder: 'P', description: 'the account’s project' },
}

/** For one project, or for everybody. */
export async function pauseOrResume(given: Given, system: System, paused: boolean): Promise<Answer> {
  const channel = requiredOption(given, 'channel')
  const { email, project } = given
  if ((email === undefined) !== (project === undefined))
    throw new UsageError('Give both --email and --project, or neither for everybody.')
  const { accounts, projects, channelCare } = system
  if (email === undefined || project === undefined) {
    await channelCare.pauseEverywhere({ channel, paused })
  } else {
    const { account_id } = await accounts.getAccount({ email })
    const { project_id } = await projects.getProject({ account_id, project })
    await channelCare.pauseChannel({ account_id, project_id, channel, paused })
  }
  const line = `${channel} ${paused ? 'is paused' : 'goes on'} for ${project ?? 'everybody'}.`
  return { json: { channel, project: project ?? null, paused }, lines: [line] }
}
