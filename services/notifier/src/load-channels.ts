import { readdir } from 'node:fs/promises'
import type { Channel } from './channel.ts'

export type Channels = ReadonlyMap<string, Channel>

/** Every `<id>.channel.ts` of the folder. The folder is the register: a file whose name is not its id is refused. */
export async function loadChannels(folder = new URL('./channels/', import.meta.url)): Promise<Channels> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.channel.ts')).sort()
  const channels = new Map<string, Channel>()
  for (const file of files) {
    const { default: channel } = (await import(new URL(file, folder).href)) as { default: Channel }
    const fault = whatIsWrong(channel, file)
    if (fault !== undefined) throw new Error(`${file}: ${fault}`)
    channels.set(channel.id, channel)
  }
  return channels
}

function whatIsWrong(channel: Channel | undefined, file: string): string | undefined {
  if (channel === undefined) return 'has no default export'
  if (`${channel.id}.channel.ts` !== file) return `its id is ${channel.id}`
  if (!(channel.mostUrls >= 1)) return 'mostUrls has to be 1 or more'
  if (channel.settings?.type !== 'object') return 'settings has to be an object schema'
  return typeof channel.send === 'function' ? undefined : 'send is no function'
}
