import { type ChannelId, channelNamed } from '@pagebell/channel-settings/all-channels'
import type { ChannelDescription } from '@pagebell/channel-settings/channel-description'
import { fault } from '@pagebell/faults/fault'
import type { TSchema } from '@pagebell/schema/type'

/** One setting of a channel as a form has it. */
export type Setting = {
  name: string
  title: string
  hint: string
  kind: 'line' | 'text' | 'switch'
  required: boolean
  /** It or a part of it is never shown again. */
  isSecret: boolean
}

/** The channel of a name in a path. Throws fault not_found. */
export function channelOf(name: string): ChannelDescription & { id: ChannelId } {
  const channel = channelNamed(name)
  if (channel === undefined) throw fault('not_found', 'There is no such channel.')
  return channel as ChannelDescription & { id: ChannelId }
}

/** The fields of a channel's form, from the schema of its settings. */
export function settingsOf({ settings }: ChannelDescription): Setting[] {
  return (Object.entries(settings.properties) as [string, Described][]).map(([name, field]) => ({
    name,
    title: field.title ?? name,
    hint: field.description ?? '',
    kind: field.type === 'boolean' ? 'switch' : field.type === 'object' ? 'text' : 'line',
    required: (settings.required ?? []).includes(name),
    isSecret: field.secret === true || Object.values(field.properties ?? {}).some((inner) => inner.secret === true),
  }))
}

/** The settings that a form sent. An empty field is left out: the stored secret stays. */
export function sentSettings(channel: ChannelDescription, form: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    settingsOf(channel).flatMap(({ name, kind }): [string, unknown][] => {
      const sent = form[name]
      if (kind === 'switch') return [[name, sent !== undefined]]
      const text = typeof sent === 'string' ? sent.trim() : ''
      return text === '' ? [] : [[name, text]]
    }),
  )
}

type Described = TSchema & {
  type?: string
  title?: string
  description?: string
  secret?: boolean
  properties?: Record<string, { secret?: boolean }>
}
