import { bing } from './bing-settings.ts'
import type { ChannelDescription } from './channel-description.ts'
import { google } from './google-settings.ts'
import { indexnow } from './indexnow-settings.ts'

export const channelIds = ['indexnow', 'google', 'bing'] as const
export type ChannelId = (typeof channelIds)[number]

/** Every channel there is. A test holds that the notifier serves each. */
export const allChannels: Record<ChannelId, ChannelDescription> = { indexnow, google, bing }

/** Undefined for a name that no channel has. */
export function channelNamed(name: string): ChannelDescription | undefined {
  return Object.hasOwn(allChannels, name) ? allChannels[name as ChannelId] : undefined
}
