import type { Command } from '../command.ts'
import { pauseOrResume, whichChannel } from '../pause-or-resume.ts'

export const channelResume: Command = {
  name: 'channel resume',
  summary: 'Lets a paused channel go on; what was held is due at once.',
  options: whichChannel,
  run: (given, system) => pauseOrResume(given, system, false),
}
