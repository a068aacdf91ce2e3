import type { Command } from '../command.ts'
import { pauseOrResume, whichChannel } from '../pause-or-resume.ts'

export const channelPause: Command = {
  name: 'channel pause',
  summary: 'Sends nothing by a channel for now, for one project or for everybody; what comes due is held.',
  options: whichChannel,
  run: (given, system) => pauseOrResume(given, system, true),
}
