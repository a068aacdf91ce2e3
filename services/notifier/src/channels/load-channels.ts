import { readdir } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Channel } from './channel.ts'

export type Channels = ReadonlyMap<string, Channel>

/**
 * Loads every `<id>.channel.ts` below the folder; nothing else registers a channel. Throws for one that is malformed.
 */
export async function loadChannels(folder = new URL('./', import.meta.url)): Promise<Channels> {
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.channel.ts')).sort()
  const channels = new Map<string, Channel>()
  for (const file of files) {
    const { default: channel } = (await import(new URL(file, folder).href)) as { default: Channel }
    const problem = validateChannel(channel, basename(file))
    if (problem !== undefined) throw new Error(`${file}: ${problem}`)
    channels.set(channel.id, channel)
  }
  return channels
}

function validateChannel(channel: Channel | undefined, file: string): string | undefined {
  if (channel === undefined) return 'has no default export'
  if (`${channel.id}.channel.ts` !== file) return `its id is ${channel.id}`
  if (!(channel.maxUrls >= 1)) return 'maxUrls has to be 1 or more'
  if (channel.settings?.type !== 'object') return 'settings has to be an object schema'
  return typeof channel.send === 'function' ? undefined : 'send is no function'
}

/** The channel whose engines fetch a proof of ownership from the site. */
export function verifiedChannel(channels: Channels): Channel {
  const found = [...channels.values()].find((channel) => channel.verify !== undefined)
  if (found === undefined) throw new Error('No channel verifies sites.')
  return found
}
