import { channelIds } from '@pagebell/channel-settings/all-channels'
import { fault } from '@pagebell/faults/fault'
import type { ChannelCareDefinition } from '@pagebell/protos/notifier/v1/ChannelCare'
import { ChannelCare } from '@pagebell/rpc/contracts'
import { implement } from '@pagebell/rpc/serve-rpc'
import type { Served } from './served.ts'

/** The notifier's contract about channels, kept by a few lines of real state. */
export function carePeer() {
  const paused = new Set<string>()
  const checked_at = '2026-11-21T10:00:00.000Z'
  const files = [
    { host: 'shop.example', checked_at },
    { host: 'new.shop.example' },
    { host: 'wall.shop.example', checked_at, problem: 'There is a wall.' },
  ]
  const handlers: Served<ChannelCareDefinition> = {
    getCare: async () => ({ paused: [...paused], key_files: files }),
    async pauseChannel({ channel, paused: isPaused }) {
      if (!channelIds.some((id) => id === channel)) throw fault('not_found', 'There is no such channel.')
      if (isPaused) paused.add(channel)
      else paused.delete(channel)
      return { paused: isPaused }
    },
    pauseEverywhere: async ({ paused: isPaused }) => ({ paused: isPaused }),
    askEngine: async ({ url }) => ({ status: 200, text: url }),
    checkKeyFile: async ({ host }) => ({ host, checked_at, problem: 'There is a wall.' }),
  }
  return { service: implement(ChannelCare, handlers) }
}
