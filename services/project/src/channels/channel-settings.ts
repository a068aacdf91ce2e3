import { channelNamed } from '@pagebell/channel-settings/all-channels'
import type { ChannelDescription, FieldFault } from '@pagebell/channel-settings/channel-description'
import { keepSecrets } from '@pagebell/channel-settings/mask-secrets'
import { fault } from '@pagebell/faults/fault'
import { findFault } from '@pagebell/schema/find-fault'
import type { TSchema } from '@pagebell/schema/type'
import type { Seal } from '@pagebell/tokens/seal'
import type { ChannelSettingsRow } from './channels.sql.ts'

export type ChannelSettings = Record<string, unknown>

/** The channel of this name. Throws fault `not_found`. */
export function channelOf(name: string): ChannelDescription {
  const channel = channelNamed(name)
  if (channel === undefined) throw fault('not_found', 'There is no such channel.')
  return channel
}

/** The context that settings are sealed with: moved to another row they cannot be opened. Ids are in lower case. */
export function sealContext(accountId: string, projectId: string, channel: string): string {
  return `${accountId} ${projectId} ${channel}`
}

/** Decrypts the settings of a project's channel; none if there is no row. */
export function openRow(
  seal: Seal,
  { accountId, projectId }: { accountId: string; projectId: string },
  row: ChannelSettingsRow | undefined,
): ChannelSettings {
  if (row === undefined) return {}
  return JSON.parse(seal.open(row.sealed, sealContext(accountId, projectId, row.channel))) as ChannelSettings
}

/** Parses settings and adds the stored secrets that they leave out. Throws fault `invalid` on each wrong field. */
export function readChannelSettings(
  channel: ChannelDescription,
  json: string,
  { project, stored }: { project: string; stored: ChannelSettings },
): ChannelSettings {
  const parsed = parse(json)
  const settings = keepSecrets(channel.settings, channel.tidy?.(parsed) ?? parsed, stored)
  const wrong = [...schemaFaults(channel, settings)]
  if (wrong.length === 0) wrong.push(...(channel.faults?.(settings as never, project) ?? []))
  if (wrong.length === 0) return settings
  const errors = Object.fromEntries(wrong.map(({ field, text }) => [field, [text]]))
  throw fault('invalid', `The settings of ${channel.title} cannot be used.`, { errors })
}

function parse(json: string): ChannelSettings {
  try {
    const parsed: unknown = JSON.parse(json)
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed as ChannelSettings
  } catch {
    // Refused below, like JSON that is not an object.
  }
  throw fault('invalid', 'settings_json is not a JSON object.', { errors: { settings_json: ['Send a JSON object.'] } })
}

function schemaFaults({ settings: schema, title }: ChannelDescription, settings: ChannelSettings): FieldFault[] {
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
