import { channelIds } from '@pagebell/channel-settings/all-channels'
import { fault } from '@pagebell/faults/fault'
import { ChannelCare } from '@pagebell/rpc/contracts'
import { fakeService } from './fake-service.ts'

/** The notifier's channels, kept in memory. */
export function fakeChannelStatus() {
  const paused = new Set<string>()
  /** Hosts that serve their key file. */
  const served = new Set<string>()
  const checked_at = '2026-11-21T10:00:00.000Z'
  const files = [
    { host: 'shop.example', scheme: 'https', checked_at },
    { host: 'new.shop.example', scheme: 'https' },
    { host: 'wall.shop.example', scheme: 'https', checked_at, problem: 'There is a wall.' },
  ]
  const service = fakeService(ChannelCare, {
    getCare: async () => ({ paused: [...paused], key_files: files }),
    async pauseChannel({ channel, paused: isPaused }) {
      if (!channelIds.some((id) => id === channel)) throw fault('not_found', 'There is no such channel.')
      if (isPaused) paused.add(channel)
      else paused.delete(channel)
      return { paused: isPaused }
    },
    pauseEverywhere: async ({ paused: isPaused }) => ({ paused: isPaused }),
    askEngine: async ({ url }) => ({ status: 200, text: url }),
    findKeyFile: async ({ host }) => ({ key: 'a-key-of-a-test', location: `https://${host}/a-key-of-a-test.txt` }),
    checkKeyFile: async ({ host }) => {
      const problem = served.has(host) ? {} : { problem: 'There is a wall.' }
      return { host, scheme: 'https', checked_at, ...problem }
    },
  })
  return { service, served }
}
