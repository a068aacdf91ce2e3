import { channelNamed } from '@pagebell/channel-settings/all-channels'
import type { ChannelDescription, FieldFault } from '@pagebell/channel-settings/channel-description'
import { keepSecrets } from '@pagebell/channel-settings/mask-settings'
import { fault } from '@pagebell/faults/fault'
import { findFault } from '@pagebell/schema/find-fault'
import type { TSchema } from '@pagebell/schema/type'

export type Settings = Record<string, unknown>

/** The channel of this name. Throws fault not_found. */
export function channelOf(name: string): ChannelDescription {
  const channel = channelNamed(name)
  if (channel === undefined) throw fault('not_found', 'There is no such channel.')
  return channel
}

/** The settings that were given, with the secrets that are kept. Throws fault invalid on each field that is wrong. */
export function readChannelSettings(
  channel: ChannelDescription,
  json: string,
  { project, kept }: { project: string; kept: Settings },
): Settings {
  const given = parse(json)
  const settings = keepSecrets(channel.settings, channel.tidy?.(given) ?? given, kept)
  const wrong = [...schemaFaults(channel, settings)]
  if (wrong.length === 0) wrong.push(...(channel.faults?.(settings as never, project) ?? []))
  if (wrong.length === 0) return settings
  const errors = Object.fromEntries(wrong.map(({ field, text }) => [field, [text]]))
  throw fault('invalid', `The settings of ${channel.title} cannot be used.`, { errors })
}

function parse(json: string): Settings {
  try {
    const given: unknown = JSON.parse(json)
    if (typeof given === 'object' && given !== null && !Array.isArray(given)) return given as Settings
  } catch {
    // Told in the same words as JSON that is no object.
  }
  throw fault('invalid', 'settings_json is not a JSON object.', { errors: { settings_json: ['Send a JSON object.'] } })
}

function schemaFaults({ settings: schema, title }: ChannelDescription, settings: Settings): FieldFault[] {
  const fields = Object.entries(schema.properties as Record<string, TSchema>)
  const names = fields.map(([name]) => name)
  const unknown = Object.keys(settings).filter((name) => !names.includes(name))
  return [
    ...unknown.map((field) => ({ field, text: `${title} has no such setting; it has ${names.join(', ')}.` })),
    ...fields.flatMap(([field, fieldSchema]) => {
      const value = settings[field]
      const describe = (fieldSchema as { description?: string }).description ?? ''
      if (value === undefined) return schema.required?.includes(field) ? [{ field, text: `Required. ${describe}` }] : []
      return findFault(fieldSchema, value) === undefined ? [] : [{ field, text: describe }]
    }),
  ]
}
