import { readdir } from 'node:fs/promises'
import type { Sender } from './sender.ts'

const folder = new URL('../', import.meta.url)

/** Every `*.sender.ts`, by name; only those that are named, if some are. Throws for a name that there is not. */
export async function loadSenders(only: readonly string[] | undefined): Promise<Sender[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sender.ts')).sort()
  const load = async (file: string) => ((await import(new URL(file, folder).href)) as { sender: Sender }).sender
  const senders = await Promise.all(files.map(load))
  const unknown = only?.filter((name) => !senders.some((one) => one.name === name)) ?? []
  if (unknown.length > 0)
    throw new Error(`No such sender: ${unknown.join(', ')}. Use some of ${senders.map(({ name }) => name).join(', ')}.`)
  return senders.filter(({ name }) => only?.includes(name) ?? true)
}
